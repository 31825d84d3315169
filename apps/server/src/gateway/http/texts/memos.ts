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

const memos: Partial<Record<Language, Memos>> = { en, hk };

/** Why money moved, as the billing list says it. */
export function memoOf(kind: TransferKind, language: Language): string {
  return (memos[language] ?? hk)[kind];
}
