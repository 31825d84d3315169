import type { LedgerKey } from '@candor/domain/ledger/ledger';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { expect, test } from 'vitest';
import type { StatedPosting } from '../../../ports/projection.ts';
import { sliceRows } from '../../../ports/work.ts';
import { createStatements, postingsMax } from '../../../services/statement/statements.ts';
import { statementJson, toStatement } from './to-statement.ts';

test('R-SEC-33 the longest statement is checked and written in slices, each within one bounded turn', async () => {
  let turn = 0;
  const touched = new Map<number, Set<number>>();
  const touch = (row: number) => {
    const rows = touched.get(turn) ?? new Set();
    touched.set(turn, rows.add(row));
  };
  const postings = Array.from({ length: postingsMax }, (_, at): StatedPosting => {
    const row = { seq: at + 1, line: 0, ledgerKey: 'key' as LedgerKey, kind: 'trade-fee', atMs: at } as const;
    return {
      ...{ ...row, orderId: null, fundsId: null, balance: toMoney(BigInt(at + 1)) },
      get amount() {
        touch(at);
        return toMoney(1n);
      },
    };
  });
  const rows = { opening: toMoney(0n), closing: toMoney(BigInt(postingsMax)), orders: [], families: [] };
  const statements = createStatements({
    store: { read: async () => ({ ...rows, postings, feesCharged: new Map() }) },
    specOf: () => null,
    caughtUp: async () => undefined,
  });
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const period = { fromMs: 0, toMs: postingsMax };
  const outcome = await statements.of(1 as CompanyId, 1 as AccountId, 'key' as LedgerKey, period);
  if (outcome.kind !== 'made') throw new Error(outcome.kind);
  const head = { company: 'C', uid: '1', is_demo: true, currency: 'USD', from: '', to: '', zone: 'UTC', made_at: 0 };
  const stated = await toStatement(head, outcome.statement, 'en');
  const json = JSON.parse((await statementJson(stated)).toString()) as unknown;
  isDone = true;
  expect(json).toEqual(JSON.parse(JSON.stringify(stated)));
  // One pass may end and the next begin in the same turn.
  expect(Math.max(...[...touched.values()].map(({ size }) => size))).toBeLessThanOrEqual(2 * sliceRows);
  expect(touched.size).toBeGreaterThan(postingsMax / sliceRows);
});
