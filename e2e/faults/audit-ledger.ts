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

/** Compares postings, balances and orders in the tables with sums of the journal. Returns a text for each violation. */
export async function auditLedger(client: Client, entries: readonly Entry[]): Promise<string[]> {
  const wrong: string[] = [];
  const postings = await client.query<PostingRow>(
    'select seq, line, ledger_key, amount_micros, balance_micros from posting order by seq, line',
  );
  const wanted = new Map(entries.map((entry) => [entry.seq, movementsOf(entry)]));
  const stored = new Map<number, string[]>();
  const sums = new Map<string, bigint>();
  const perEntry = new Map<string, bigint>();
  for (const row of postings.rows) {
    const amount = BigInt(row.amount_micros);
    const sum = (sums.get(row.ledger_key) ?? 0n) + amount;
    sums.set(row.ledger_key, sum);
    if (sum !== BigInt(row.balance_micros)) wrong.push(`posting ${row.seq}.${row.line} does not add up`);
    const book = `${row.seq} ${row.ledger_key.split('/').slice(0, 3).join('/')}`;
    perEntry.set(book, (perEntry.get(book) ?? 0n) + amount);
    stored.set(Number(row.seq), [...(stored.get(Number(row.seq)) ?? []), `${row.ledger_key} ${amount}`]);
  }
  for (const [book, sum] of perEntry) if (sum !== 0n) wrong.push(`the postings of ${book} sum to ${sum}`);
  for (const [seq, movements] of wanted) {
    const found = (stored.get(seq) ?? []).toSorted().join(', ');
    if (found !== movements.toSorted().join(', '))
      wrong.push(`entry ${seq} moves ${movements.join(', ')}, posted ${found}`);
  }
  const balances = await client.query<{ ledger_key: string; balance_micros: string }>('select * from ledger_balance');
  for (const row of balances.rows) {
    if (sums.get(row.ledger_key) !== BigInt(row.balance_micros))
      wrong.push(`the balance of ${row.ledger_key} is wrong`);
  }
  if (balances.rows.length !== sums.size) wrong.push(`${balances.rows.length} balances for ${sums.size} accounts`);
  return [...wrong, ...(await auditOrderTable(client, entries))];
}

function movementsOf(entry: Entry): string[] {
  return entry.events.flatMap((event) =>
    event.transfers.flatMap(({ from, to, amount }) => [`${from} ${-toInteger(amount)}`, `${to} ${toInteger(amount)}`]),
  );
}

/** Returns the last state of every order by id. */
function ordersOf(entries: readonly Entry[]): Map<number, StoredOrder> {
  const orders = new Map<number, StoredOrder>();
  for (const event of entries.flatMap(({ events }) => events)) {
    for (const order of [event.order, event.closed]) if (order !== undefined) orders.set(order.id, order);
  }
  return orders;
}

async function auditOrderTable(client: Client, entries: readonly Entry[]): Promise<string[]> {
  const orders = ordersOf(entries);
  const { rows } = await client.query<{ id: string; status: string; profit_micros: string; account_id: number }>(
    'select id, status, profit_micros, account_id from trade_order',
  );
  const wrong = rows.flatMap((row) => {
    const order = orders.get(Number(row.id));
    const isSame = order?.status === row.status && toInteger(order.profit) === BigInt(row.profit_micros);
    return isSame && order.accountId === row.account_id ? [] : [`order ${row.id} differs from the journal`];
  });
  if (rows.length !== orders.size) wrong.push(`${rows.length} orders in the table, ${orders.size} in the journal`);
  return wrong;
}

/** Maximum pages read of a list; an account holds at most 200 orders, 20 per page. */
const pagesMax = 20;

/** Compares each account's orders and balance over HTTP with the journal. Returns a text for each violation. */
export async function auditCalls(call: Call, traders: readonly Trader[], entries: readonly Entry[]): Promise<string[]> {
  const wrong: string[] = [];
  const orders = [...ordersOf(entries).values()];
  const sums = new Map<string, bigint>();
  for (const movement of entries.flatMap(movementsOf)) {
    const [key = '', amount = '0'] = movement.split(' ');
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
  }
  for (const { accountId, token } of traders) {
    const mine = orders.filter((order) => order.accountId === accountId);
    const [pending, holding] = [await listOf(call, token, 0), await listOf(call, token, 1)];
    const history = await pageOf(call, token, 3, 1);
    const idsOf = (status: string) => mine.filter((order) => order.status === status).map(({ id }) => id);
    const [waiting, open] = [idsOf('pending'), idsOf('open')];
    for (const [wanted, list] of [[waiting, pending] as const, [open, holding] as const]) {
      const told = list.data.map(({ Id }) => Id);
      if (sorted(told) !== sorted(wanted))
        wrong.push(`account ${accountId} has ${sorted(wanted)}, told ${sorted(told)}`);
    }
    const ended = mine.length - open.length - waiting.length;
    if (history.total !== ended) wrong.push(`account ${accountId} ended ${ended} orders, told ${history.total}`);
    const cash = [...sums].find(([key]) => key.endsWith(`/cash/${accountId}`))?.[1] ?? 0n;
    const gap = Math.abs(Number(holding.balance) - Number(cash) / 1e6);
    if (gap >= 0.01) wrong.push(`account ${accountId} has ${cash} micros, told ${holding.balance}`);
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

async function pageOf(call: Call, token: string, status: number, page: number): Promise<OrderList> {
  const { text } = await call(`/v1/api/forex/my_deal?status=${status}&page=${page}`, { token });
  return (JSON.parse(text) as Envelope<OrderList>).data;
}
