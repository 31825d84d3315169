import type { Envelope } from '@candor/contracts/envelope';
import type { OrderList } from '@candor/contracts/http/trade';
import type { Client } from 'pg';
import { type Entry, type StoredOrder, toInteger } from './stored-journal.ts';
import type { Call, Trader } from './trader.ts';

interface PostingRow {
  seq: string;
  line: number;
  ledger_key: string;
  amount_micros: string;
  balance_micros: string;
}

/** One side of a transfer as the journal gives it, with the balance after it. */
interface Movement {
  readonly key: string;
  readonly amount: bigint;
  readonly balance: bigint;
  /** True if a side of the transfer belongs to a demo that has ended, whose postings may have been removed. */
  readonly isOfEnded: boolean;
}

/**
 * Compares postings, balances and orders in the tables with sums of the journal; returns a text for each violation. Rows
 * of an ended demo are complete, or some or all are removed; house balances count them still.
 */
export async function auditLedger(client: Client, entries: readonly Entry[]): Promise<string[]> {
  const ended = endedAccounts(entries);
  const { movements, sums } = movementsOf(entries, ended);
  const wrong: string[] = [];
  const { rows } = await client.query<PostingRow>(
    'select seq, line, ledger_key, amount_micros, balance_micros from posting order by seq, line',
  );
  const perEntry = new Map<string, bigint>();
  for (const { seq, line, ledger_key: key, amount_micros: amount, balance_micros: balance } of rows) {
    const place = `${seq}.${line}`;
    const wanted = movements.get(place);
    movements.delete(place);
    if (wanted?.key !== key || wanted.amount !== BigInt(amount))
      wrong.push(`posting ${place} moves ${key} ${amount}, not ${wanted?.key} ${wanted?.amount}`);
    if (wanted?.balance !== BigInt(balance)) wrong.push(`posting ${place} does not add up`);
    const ledger = `${seq} ${key.split('/').slice(0, 3).join('/')}`;
    perEntry.set(ledger, (perEntry.get(ledger) ?? 0n) + BigInt(amount));
  }
  for (const [ledger, sum] of perEntry) if (sum !== 0n) wrong.push(`the postings of ${ledger} sum to ${sum}`);
  for (const [place, { key, isOfEnded }] of movements)
    if (!isOfEnded) wrong.push(`posting ${place} of ${key} is missing`);
  return [...wrong, ...(await auditBalances(client, sums, ended)), ...(await auditOrderTable(client, entries, ended))];
}

async function auditBalances(
  client: Client,
  sums: ReadonlyMap<string, bigint>,
  ended: ReadonlySet<number>,
): Promise<string[]> {
  const { rows } = await client.query<{ ledger_key: string; balance_micros: string }>('select * from ledger_balance');
  const stored = new Map(rows.map((row) => [row.ledger_key, BigInt(row.balance_micros)]));
  const wrong: string[] = [];
  for (const [key, balance] of stored) if (sums.get(key) !== balance) wrong.push(`the balance of ${key} is wrong`);
  for (const key of sums.keys())
    if (!stored.has(key) && !ended.has(accountOf(key))) wrong.push(`the balance of ${key} is missing`);
  return wrong;
}

function endedAccounts(entries: readonly Entry[]): Set<number> {
  const ends = entries.flatMap(({ events }) => events.filter(({ type }) => type === 'DemoExpired'));
  return new Set(ends.map(({ accountId }) => accountId));
}

/** Returns the account of a ledger key; NaN for a house account. */
function accountOf(key: string): number {
  return Number(key.split('/').at(-1));
}

/** Returns every side of every transfer by entry and line, and the final balances. */
function movementsOf(entries: readonly Entry[], ended: ReadonlySet<number>) {
  const movements = new Map<string, Movement>();
  const sums = new Map<string, bigint>();
  for (const { seq, events } of entries) {
    let line = 0;
    for (const { from, to, amount } of events.flatMap(({ transfers }) => transfers)) {
      const isOfEnded = ended.has(accountOf(from)) || ended.has(accountOf(to));
      for (const [key, moved] of [[from, -toInteger(amount)] as const, [to, toInteger(amount)] as const]) {
        const balance = (sums.get(key) ?? 0n) + moved;
        sums.set(key, balance);
        movements.set(`${seq}.${line}`, { key, amount: moved, balance, isOfEnded });
        line += 1;
      }
    }
  }
  return { movements, sums };
}

/** Returns the last state of every order by id. */
function ordersOf(entries: readonly Entry[]): Map<number, StoredOrder> {
  const orders = new Map<number, StoredOrder>();
  for (const event of entries.flatMap(({ events }) => events)) {
    for (const order of [event.order, event.closed]) if (order !== undefined) orders.set(order.id, order);
  }
  return orders;
}

async function auditOrderTable(
  client: Client,
  entries: readonly Entry[],
  ended: ReadonlySet<number>,
): Promise<string[]> {
  const orders = ordersOf(entries);
  const { rows } = await client.query<{ id: string; status: string; profit_micros: string; account_id: number }>(
    'select id, status, profit_micros, account_id from trade_order',
  );
  const wrong = rows.flatMap((row) => {
    const order = orders.get(Number(row.id));
    const isSame = order?.status === row.status && toInteger(order.profit) === BigInt(row.profit_micros);
    return isSame && order.accountId === row.account_id ? [] : [`order ${row.id} differs from the journal`];
  });
  for (const { id } of rows) orders.delete(Number(id));
  for (const { id, accountId } of orders.values()) if (!ended.has(accountId)) wrong.push(`order ${id} is missing`);
  return wrong;
}

/** Maximum pages read of a list; an account holds at most 200 orders, 20 per page. */
const pagesMax = 20;

/** A list of orders was refused, as in the first moments after a fault. */
export class RefusedListError extends Error {
  override readonly name = 'RefusedListError';
}

/** Compares each account's orders and balance over HTTP with the journal. Returns a text for each violation. */
export async function auditCalls(call: Call, traders: readonly Trader[], entries: readonly Entry[]): Promise<string[]> {
  const wrong: string[] = [];
  const orders = [...ordersOf(entries).values()];
  const { sums } = movementsOf(entries, new Set());
  for (const { accountId, token } of traders) {
    const mine = orders.filter((order) => order.accountId === accountId);
    const [pending, holding] = [await listOf(call, token, 0), await listOf(call, token, 1)];
    const history = await pageOf(call, token, 3, 1);
    const idsOf = (status: string) => mine.filter((order) => order.status === status).map(({ id }) => id);
    const [waiting, open] = [idsOf('pending'), idsOf('open')];
    for (const [wanted, list] of [[waiting, pending] as const, [open, holding] as const]) {
      const listed = list.data.map(({ Id }) => Id);
      if (sorted(listed) !== sorted(wanted))
        wrong.push(`account ${accountId} has ${sorted(wanted)}, lists ${sorted(listed)}`);
    }
    const ended = mine.length - open.length - waiting.length;
    if (history.total !== ended) wrong.push(`account ${accountId} ended ${ended} orders, lists ${history.total}`);
    const cash = [...sums].find(([key]) => key.endsWith(`/cash/${accountId}`))?.[1] ?? 0n;
    const gap = Math.abs(Number(holding.balance) - Number(cash) / 1e6);
    if (gap >= 0.01) wrong.push(`account ${accountId} has ${cash} micros, lists ${holding.balance}`);
  }
  return wrong;
}

function sorted(ids: readonly number[]): string {
  return ids.toSorted((a, b) => a - b).join();
}

/** Returns all pages of a list as one. */
async function listOf(call: Call, token: string, status: number): Promise<OrderList> {
  const list = await pageOf(call, token, status, 1);
  for (let page = 2; page <= pagesMax && list.data.length < list.total; page += 1) {
    list.data.push(...(await pageOf(call, token, status, page)).data);
  }
  return list;
}

/** Throws RefusedListError if the list is refused. */
async function pageOf(call: Call, token: string, status: number, page: number): Promise<OrderList> {
  const { text } = await call(`/v1/api/forex/my_deal?status=${status}&page=${page}`, { token });
  const { code, data } = JSON.parse(text) as Envelope<OrderList | null>;
  if (data === null) throw new RefusedListError(`a list of orders was refused with ${code}`);
  return data;
}
