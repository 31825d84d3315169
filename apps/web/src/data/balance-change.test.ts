import { expect, test } from 'vitest';
import { balanceChange } from './balance-change.ts';

const entry = (OrderId: number | null, Value: string, Balance: string, CreatedAtTran = 9) => ({
  Id: `${OrderId}-${Value}`,
  Value,
  MemoTran: '',
  CreatedAtTran,
  OrderId,
  Balance,
});

test('R-JRN-02 the balance before and after a close, of its profit and swap, without its earlier fee', () => {
  const entries = [
    entry(8, '5.000000', '5036.60', 12),
    entry(7, '-1.000000', '5031.60'),
    entry(7, '34.000000', '5032.60'),
    entry(7, '-1.400000', '4998.60', 3),
    entry(null, '5000.000000', '5000.00', 1),
  ];
  expect(balanceChange(entries, { id: 7, endedAtMs: 9 })).toEqual({ before: '4998.60', after: '5031.60' });
  expect(balanceChange(entries, { id: 6, endedAtMs: 9 })).toBeNull();
  expect(balanceChange(entries.slice(0, 3), { id: 7, endedAtMs: 9 })).toBeNull();
});
