import type { Language } from '@candor/contracts/languages';
import type { TransferKind } from '@candor/domain/ledger/transfer';

type Memos = Readonly<Record<TransferKind, string>>;

const en: Memos = {
  'demo-grant': 'Practice money',
  'demo-return': 'Practice money returned at reset',
  'trade-fee': 'Handling fee',
  'trade-profit': 'Trading profit',
  'trade-loss': 'Trading loss',
  swap: 'Swap',
  'negative-balance': 'Negative balance covered',
  deposit: 'Deposit',
  'withdrawal-lock': 'Withdrawal requested',
  'withdrawal-release': 'Withdrawal returned',
  'withdrawal-paid': 'Withdrawal paid',
  'withdrawal-fee': 'Withdrawal fee',
  correction: 'Correction',
};

const hk: Memos = {
  'demo-grant': '模擬資金',
  'demo-return': '重置時退回的模擬資金',
  'trade-fee': '手續費',
  'trade-profit': '訂單盈利',
  'trade-loss': '訂單虧損',
  swap: '隔夜利息',
  'negative-balance': '負餘額補償',
  deposit: '存款',
  'withdrawal-lock': '申請提款',
  'withdrawal-release': '提款退回',
  'withdrawal-paid': '提款已支付',
  'withdrawal-fee': '提款手續費',
  correction: '更正',
};

const jp: Memos = {
  'demo-grant': '練習用資金',
  'demo-return': 'リセット時に返却した練習用資金',
  'trade-fee': '取引手数料',
  'trade-profit': '注文の利益',
  'trade-loss': '注文の損失',
  swap: 'スワップ',
  'negative-balance': 'マイナス残高の補填',
  deposit: '入金',
  'withdrawal-lock': '出金申請',
  'withdrawal-release': '出金の返金',
  'withdrawal-paid': '出金完了',
  'withdrawal-fee': '出金手数料',
  correction: '訂正',
};

const kr: Memos = {
  'demo-grant': '연습 자금',
  'demo-return': '초기화 시 반환된 연습 자금',
  'trade-fee': '거래 수수료',
  'trade-profit': '주문 수익',
  'trade-loss': '주문 손실',
  swap: '스왑',
  'negative-balance': '마이너스 잔고 보전',
  deposit: '입금',
  'withdrawal-lock': '출금 신청',
  'withdrawal-release': '출금 반환',
  'withdrawal-paid': '출금 완료',
  'withdrawal-fee': '출금 수수료',
  correction: '정정',
};

const th: Memos = {
  'demo-grant': 'เงินฝึกเทรด',
  'demo-return': 'เงินฝึกเทรดที่คืนเมื่อรีเซ็ต',
  'trade-fee': 'ค่าธรรมเนียม',
  'trade-profit': 'กำไรของคำสั่ง',
  'trade-loss': 'ขาดทุนของคำสั่ง',
  swap: 'สวอป',
  'negative-balance': 'ชดเชยยอดติดลบ',
  deposit: 'ฝากเงิน',
  'withdrawal-lock': 'ขอถอนเงิน',
  'withdrawal-release': 'คืนเงินที่ขอถอน',
  'withdrawal-paid': 'จ่ายเงินถอนแล้ว',
  'withdrawal-fee': 'ค่าธรรมเนียมการถอนเงิน',
  correction: 'ปรับปรุงรายการ',
};

const vn: Memos = {
  'demo-grant': 'Tiền luyện tập',
  'demo-return': 'Tiền luyện tập trả lại khi đặt lại',
  'trade-fee': 'Phí giao dịch',
  'trade-profit': 'Lãi của lệnh',
  'trade-loss': 'Lỗ của lệnh',
  swap: 'Phí qua đêm',
  'negative-balance': 'Bù số dư âm',
  deposit: 'Nạp tiền',
  'withdrawal-lock': 'Yêu cầu rút tiền',
  'withdrawal-release': 'Hoàn lại tiền rút',
  'withdrawal-paid': 'Đã chi trả tiền rút',
  'withdrawal-fee': 'Phí rút tiền',
  correction: 'Điều chỉnh',
};

const fr: Memos = {
  'demo-grant': 'Argent d’entraînement',
  'demo-return': 'Argent d’entraînement rendu à la remise à zéro',
  'trade-fee': 'Frais de traitement',
  'trade-profit': 'Profit d’un ordre',
  'trade-loss': 'Perte d’un ordre',
  swap: 'Frais de swap',
  'negative-balance': 'Solde négatif couvert',
  deposit: 'Dépôt',
  'withdrawal-lock': 'Retrait demandé',
  'withdrawal-release': 'Retrait restitué',
  'withdrawal-paid': 'Retrait versé',
  'withdrawal-fee': 'Frais de retrait',
  correction: 'Régularisation',
};

const de: Memos = {
  'demo-grant': 'Übungsgeld',
  'demo-return': 'Übungsgeld, beim Zurücksetzen zurückgegeben',
  'trade-fee': 'Gebühr',
  'trade-profit': 'Gewinn einer Order',
  'trade-loss': 'Verlust einer Order',
  swap: 'Swap-Gebühr',
  'negative-balance': 'Negativer Saldo ausgeglichen',
  deposit: 'Einzahlung',
  'withdrawal-lock': 'Auszahlung beantragt',
  'withdrawal-release': 'Auszahlung zurückgebucht',
  'withdrawal-paid': 'Auszahlung ausgeführt',
  'withdrawal-fee': 'Auszahlungsgebühr',
  correction: 'Korrektur',
};

const ru: Memos = {
  'demo-grant': 'Учебные средства',
  'demo-return': 'Учебные средства, возвращённые при сбросе',
  'trade-fee': 'Комиссия',
  'trade-profit': 'Прибыль по ордеру',
  'trade-loss': 'Убыток по ордеру',
  swap: 'Своп',
  'negative-balance': 'Покрытие отрицательного баланса',
  deposit: 'Пополнение',
  'withdrawal-lock': 'Запрошен вывод средств',
  'withdrawal-release': 'Возврат средств, запрошенных к выводу',
  'withdrawal-paid': 'Вывод средств выполнен',
  'withdrawal-fee': 'Комиссия за вывод средств',
  correction: 'Корректировка',
};

const spa: Memos = {
  'demo-grant': 'Dinero de práctica',
  'demo-return': 'Dinero de práctica devuelto al reiniciar',
  'trade-fee': 'Comisión de gestión',
  'trade-profit': 'Beneficio de una orden',
  'trade-loss': 'Pérdida de una orden',
  swap: 'Cargo de swap',
  'negative-balance': 'Saldo negativo cubierto',
  deposit: 'Depósito',
  'withdrawal-lock': 'Retirada solicitada',
  'withdrawal-release': 'Retirada devuelta',
  'withdrawal-paid': 'Retirada pagada',
  'withdrawal-fee': 'Comisión de retirada',
  correction: 'Corrección',
};

const pt: Memos = {
  'demo-grant': 'Dinheiro de prática',
  'demo-return': 'Dinheiro de prática devolvido na reposição',
  'trade-fee': 'Comissão de negociação',
  'trade-profit': 'Lucro de uma ordem',
  'trade-loss': 'Perda de uma ordem',
  swap: 'Encargo de swap',
  'negative-balance': 'Saldo negativo coberto',
  deposit: 'Depósito',
  'withdrawal-lock': 'Levantamento pedido',
  'withdrawal-release': 'Levantamento devolvido',
  'withdrawal-paid': 'Levantamento pago',
  'withdrawal-fee': 'Comissão de levantamento',
  correction: 'Correção',
};

const ar: Memos = {
  'demo-grant': 'أموال تدريبية',
  'demo-return': 'أموال تدريبية أُعيدت عند إعادة الضبط',
  'trade-fee': 'رسوم المعالجة',
  'trade-profit': 'ربح أمر',
  'trade-loss': 'خسارة أمر',
  swap: 'رسوم التبييت',
  'negative-balance': 'تغطية الرصيد السالب',
  deposit: 'إيداع',
  'withdrawal-lock': 'طلب سحب',
  'withdrawal-release': 'إعادة مبلغ السحب',
  'withdrawal-paid': 'تم دفع السحب',
  'withdrawal-fee': 'رسوم السحب',
  correction: 'تصحيح',
};

const it: Memos = {
  'demo-grant': 'Denaro di prova',
  'demo-return': 'Denaro di prova restituito al ripristino',
  'trade-fee': 'Commissione di gestione',
  'trade-profit': 'Profitto di un ordine',
  'trade-loss': 'Perdita di un ordine',
  swap: 'Costo di swap',
  'negative-balance': 'Saldo negativo coperto',
  deposit: 'Deposito',
  'withdrawal-lock': 'Prelievo richiesto',
  'withdrawal-release': 'Prelievo restituito',
  'withdrawal-paid': 'Prelievo pagato',
  'withdrawal-fee': 'Commissione di prelievo',
  correction: 'Rettifica',
};

const tr: Memos = {
  'demo-grant': 'Deneme parası',
  'demo-return': 'Sıfırlamada iade edilen deneme parası',
  'trade-fee': 'İşlem ücreti',
  'trade-profit': 'Emir kârı',
  'trade-loss': 'Emir zararı',
  swap: 'Swap ücreti',
  'negative-balance': 'Eksi bakiye karşılandı',
  deposit: 'Para yatırma',
  'withdrawal-lock': 'Para çekme talebi',
  'withdrawal-release': 'Para çekme iadesi',
  'withdrawal-paid': 'Para çekme ödendi',
  'withdrawal-fee': 'Para çekme ücreti',
  correction: 'Düzeltme',
};

const memos: Record<Language, Memos> = { hk, en, jp, kr, th, vn, fr, de, ru, spa, pt, ar, it, tr };

/** Why money moved, as the billing list says it. */
export function memoOf(kind: TransferKind, language: Language): string {
  return memos[language][kind];
}
