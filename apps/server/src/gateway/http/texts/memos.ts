import type { Language } from '@candor/contracts/languages';
import type { TransferKind } from '@candor/domain/ledger/transfer';

type Memos = Readonly<Record<TransferKind, string>>;

const en: Memos = {
  'demo-grant': 'Practice money',
  'demo-return': 'Practice money returned at reset',
  'trade-fee': 'Handling fee',
  'trade-profit': 'Profit of an order',
  'trade-loss': 'Loss of an order',
  swap: 'Swap',
  'negative-balance': 'Negative balance covered',
};

const hk: Memos = {
  'demo-grant': '模擬資金',
  'demo-return': '重置時退回的模擬資金',
  'trade-fee': '手續費',
  'trade-profit': '訂單盈利',
  'trade-loss': '訂單虧損',
  swap: '隔夜利息',
  'negative-balance': '負餘額補償',
};

const jp: Memos = {
  'demo-grant': '練習用資金',
  'demo-return': 'リセット時に返却した練習用資金',
  'trade-fee': '取引手数料',
  'trade-profit': '注文の利益',
  'trade-loss': '注文の損失',
  swap: 'スワップ',
  'negative-balance': 'マイナス残高の補填',
};

const kr: Memos = {
  'demo-grant': '연습 자금',
  'demo-return': '초기화 시 반환된 연습 자금',
  'trade-fee': '거래 수수료',
  'trade-profit': '주문 수익',
  'trade-loss': '주문 손실',
  swap: '스왑',
  'negative-balance': '마이너스 잔고 보전',
};

const th: Memos = {
  'demo-grant': 'เงินฝึกเทรด',
  'demo-return': 'เงินฝึกเทรดที่คืนเมื่อรีเซ็ต',
  'trade-fee': 'ค่าธรรมเนียม',
  'trade-profit': 'กำไรของคำสั่ง',
  'trade-loss': 'ขาดทุนของคำสั่ง',
  swap: 'สวอป',
  'negative-balance': 'ชดเชยยอดติดลบ',
};

const vn: Memos = {
  'demo-grant': 'Tiền luyện tập',
  'demo-return': 'Tiền luyện tập trả lại khi đặt lại',
  'trade-fee': 'Phí giao dịch',
  'trade-profit': 'Lãi của lệnh',
  'trade-loss': 'Lỗ của lệnh',
  swap: 'Phí qua đêm',
  'negative-balance': 'Bù số dư âm',
};

const fr: Memos = {
  'demo-grant': 'Argent d’entraînement',
  'demo-return': 'Argent d’entraînement rendu à la remise à zéro',
  'trade-fee': 'Frais de traitement',
  'trade-profit': 'Profit d’un ordre',
  'trade-loss': 'Perte d’un ordre',
  swap: 'Frais de swap',
  'negative-balance': 'Solde négatif couvert',
};

const de: Memos = {
  'demo-grant': 'Übungsgeld',
  'demo-return': 'Übungsgeld, beim Zurücksetzen zurückgegeben',
  'trade-fee': 'Bearbeitungsgebühr',
  'trade-profit': 'Gewinn einer Order',
  'trade-loss': 'Verlust einer Order',
  swap: 'Swap-Gebühr',
  'negative-balance': 'Negativer Saldo ausgeglichen',
};

const ru: Memos = {
  'demo-grant': 'Учебные средства',
  'demo-return': 'Учебные средства, возвращённые при сбросе',
  'trade-fee': 'Комиссия',
  'trade-profit': 'Прибыль по ордеру',
  'trade-loss': 'Убыток по ордеру',
  swap: 'Своп',
  'negative-balance': 'Покрытие отрицательного баланса',
};

const spa: Memos = {
  'demo-grant': 'Dinero de práctica',
  'demo-return': 'Dinero de práctica devuelto al reiniciar',
  'trade-fee': 'Comisión de gestión',
  'trade-profit': 'Beneficio de una orden',
  'trade-loss': 'Pérdida de una orden',
  swap: 'Cargo de swap',
  'negative-balance': 'Saldo negativo cubierto',
};

const pt: Memos = {
  'demo-grant': 'Dinheiro de prática',
  'demo-return': 'Dinheiro de prática devolvido na reposição',
  'trade-fee': 'Comissão de negociação',
  'trade-profit': 'Lucro de uma ordem',
  'trade-loss': 'Perda de uma ordem',
  swap: 'Encargo de swap',
  'negative-balance': 'Saldo negativo coberto',
};

const ar: Memos = {
  'demo-grant': 'أموال تدريبية',
  'demo-return': 'أموال تدريبية أُعيدت عند إعادة الضبط',
  'trade-fee': 'رسوم المعالجة',
  'trade-profit': 'ربح أمر',
  'trade-loss': 'خسارة أمر',
  swap: 'رسوم التبييت',
  'negative-balance': 'تغطية الرصيد السالب',
};

const it: Memos = {
  'demo-grant': 'Denaro di prova',
  'demo-return': 'Denaro di prova restituito al ripristino',
  'trade-fee': 'Commissione di gestione',
  'trade-profit': 'Profitto di un ordine',
  'trade-loss': 'Perdita di un ordine',
  swap: 'Costo di swap',
  'negative-balance': 'Saldo negativo coperto',
};

const tr: Memos = {
  'demo-grant': 'Deneme parası',
  'demo-return': 'Sıfırlamada iade edilen deneme parası',
  'trade-fee': 'İşlem ücreti',
  'trade-profit': 'Emir kârı',
  'trade-loss': 'Emir zararı',
  swap: 'Swap ücreti',
  'negative-balance': 'Eksi bakiye karşılandı',
};

const memos: Record<Language, Memos> = { hk, en, jp, kr, th, vn, fr, de, ru, spa, pt, ar, it, tr };

/** Why money moved, as the billing list says it. */
export function memoOf(kind: TransferKind, language: Language): string {
  return memos[language][kind];
}
