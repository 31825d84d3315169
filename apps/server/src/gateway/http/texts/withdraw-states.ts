import { type Language, languages } from '@candor/contracts/languages';
import type { WithdrawalRecord } from '@candor/domain/engine/funds/funds-record';

type State = WithdrawalRecord['status'];

const names: Readonly<Record<Language, Readonly<Record<State, string>>>> = {
  hk: { requested: '已申請', approved: '已批准', paid: '已支付', rejected: '已拒絕', cancelled: '已取消' },
  en: { requested: 'Requested', approved: 'Approved', paid: 'Paid', rejected: 'Rejected', cancelled: 'Cancelled' },
  jp: { requested: '申請済み', approved: '承認済み', paid: '支払済み', rejected: '却下', cancelled: 'キャンセル済み' },
  kr: { requested: '신청됨', approved: '승인됨', paid: '지급됨', rejected: '거절됨', cancelled: '취소됨' },
  th: {
    requested: 'ส่งคำขอแล้ว',
    approved: 'อนุมัติแล้ว',
    paid: 'จ่ายแล้ว',
    rejected: 'ถูกปฏิเสธ',
    cancelled: 'ยกเลิกแล้ว',
  },
  vn: {
    requested: 'Đã yêu cầu',
    approved: 'Đã duyệt',
    paid: 'Đã thanh toán',
    rejected: 'Bị từ chối',
    cancelled: 'Đã hủy',
  },
  fr: { requested: 'Demandé', approved: 'Approuvé', paid: 'Payé', rejected: 'Refusé', cancelled: 'Annulé' },
  de: {
    requested: 'Beantragt',
    approved: 'Genehmigt',
    paid: 'Ausgezahlt',
    rejected: 'Abgelehnt',
    cancelled: 'Storniert',
  },
  ru: {
    requested: 'Запрошен',
    approved: 'Одобрен',
    paid: 'Выплачен',
    rejected: 'Отклонён',
    cancelled: 'Отменён',
  },
  spa: { requested: 'Solicitado', approved: 'Aprobado', paid: 'Pagado', rejected: 'Rechazado', cancelled: 'Cancelado' },
  pt: { requested: 'Solicitado', approved: 'Aprovado', paid: 'Pago', rejected: 'Recusado', cancelled: 'Cancelado' },
  ar: {
    requested: 'تم الطلب',
    approved: 'تمت الموافقة',
    paid: 'تم الدفع',
    rejected: 'مرفوض',
    cancelled: 'ملغى',
  },
  it: { requested: 'Richiesto', approved: 'Approvato', paid: 'Pagato', rejected: 'Rifiutato', cancelled: 'Annullato' },
  tr: {
    requested: 'Talep edildi',
    approved: 'Onaylandı',
    paid: 'Ödendi',
    rejected: 'Reddedildi',
    cancelled: 'İptal edildi',
  },
};

const held: Readonly<Record<Language, string>> = {
  hk: '保留至 {time}',
  en: 'Held until {time}',
  jp: '{time} まで保留',
  kr: '{time}까지 보류',
  th: 'พักไว้จนถึง {time}',
  vn: 'Giữ đến {time}',
  fr: "Retenu jusqu'au {time}",
  de: 'Zurückgehalten bis {time}',
  ru: 'Удержан до {time}',
  spa: 'Retenido hasta {time}',
  pt: 'Retido até {time}',
  ar: 'معلّق حتى {time}',
  it: 'Trattenuto fino a {time}',
  tr: '{time} tarihine kadar bekletiliyor',
};

const market: Readonly<Record<Language, string>> = {
  hk: '待持倉市場開市',
  en: 'Waits until your market opens',
  jp: '保有銘柄の市場が開くまで待機',
  kr: '보유 포지션의 시장 개장 대기',
  th: 'รอตลาดของสถานะที่ถือเปิด',
  vn: 'Chờ thị trường của vị thế mở cửa',
  fr: "En attente de l'ouverture du marché",
  de: 'Wartet, bis der Markt Ihrer Position öffnet',
  ru: 'Ожидает открытия рынка вашей позиции',
  spa: 'Espera a que abra el mercado de su posición',
  pt: 'Aguarda a abertura do mercado da sua posição',
  ar: 'بانتظار افتتاح سوق مركزك',
  it: 'In attesa che il mercato della posizione apra',
  tr: 'Pozisyonunuzun piyasasının açılması bekleniyor',
};

/** State of a withdrawal that a position in a closed market keeps waiting (R-FND-47). */
export function marketText(language: Language): string {
  return market[language];
}

/** State of a withdrawal that is on hold; the time in UTC (R-FND-38). */
export function heldText(untilMs: number, language: Language): string {
  const style = {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  } as const;
  const time = new Intl.DateTimeFormat(languages[language], style).format(untilMs);
  return held[language].replace('{time}', `${time} UTC`);
}

/** Where a withdrawal stands, as its owner reads it. */
export function withdrawStateOf(state: State, language: Language): string {
  return names[language][state];
}
