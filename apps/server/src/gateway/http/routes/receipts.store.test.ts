import { codes } from '@candor/contracts/codes';
import { receiptKeysPath } from '@candor/contracts/http/paths';
import type { ReceiptKeys, SignedReceipt } from '@candor/contracts/http/receipts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { receiptFailures } from '../../../../../../testkit/receipt-history.ts';
import { testSigner } from '../../../../../../testkit/receipt-signer.ts';
import { TestServer } from '../../../../../../testkit/test-server.ts';
import { PostgresJournal } from '../../../adapters/postgres/postgres-journal.ts';
import { ProjectionTables } from '../../../adapters/postgres/projection-tables.ts';
import { ReceiptChainTable } from '../../../adapters/postgres/receipt-tables.ts';
import { rebuildProjections } from '../../../projections/rebuild.ts';
import { encode } from '../../../trading/codec.ts';

const { eurusd, usdjpy, eurjpy } = testSpecs;
const path = '/v1/api/forex/receipts';
const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };

let server: TestServer;
let auth: { authorization: string };

beforeEach(async () => {
  server = await TestServer.start();
  server.market.give(usdjpy, '157.120', '157.134');
  server.market.give(eurjpy, '181.150', '181.170');
  server.market.give(eurusd, '1.15283', '1.15295');
  auth = { authorization: await server.demo() };
});
afterEach(() => server.stop());

async function place(fields: object = {}, who = auth): Promise<number> {
  const { data } = await server.call('POST', '/v1/api/forex/submit', { ...order, ...fields }, who);
  return (data as { Id: number }).Id;
}

async function receiptsOf(id: number): Promise<SignedReceipt[]> {
  return (await server.call('GET', path, { id }, auth)).data as SignedReceipt[];
}

async function publishedKeys(): Promise<ReceiptKeys> {
  return (await server.server.app.inject({ method: 'GET', url: receiptKeysPath })).json<ReceiptKeys>();
}

const tables = 'projector_checkpoint, trade_order, posting, ledger_balance, receipt_chain';
const dump = async () => (await server.open.pool.query('select * from receipt order by account_id, number')).rows;

describe('the receipts of an order (R-ORD-24, R-ORD-25)', () => {
  test('name the quote of each fill, pass every check, and match the ids in the order', async () => {
    const id = await place();
    server.market.give(eurusd, '1.15383', '1.15395');
    const closed = await server.call('POST', '/v1/api/forex/close', { id }, auth);
    expect(closed.data.ReceiptIds).toEqual([`${id}-open`, `${id}-close`]);
    const receipts = await receiptsOf(id);
    expect(receipts.map((receipt) => receipt.id)).toEqual(closed.data.ReceiptIds);
    expect(receipts[0]?.fields).toMatchObject({ rule: 'market-open', price: '1.15295', quote: { bid: '1.15283' } });
    expect(receipts[1]?.fields).toMatchObject({ rule: 'user-close', price: '1.15383', profit: '44.000000' });
    expect(receiptFailures(receipts, await publishedKeys())).toEqual([]);
    const history = await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, auth);
    expect(history.data.data[0].ReceiptIds).toEqual(closed.data.ReceiptIds);
  });

  test('of a part-closed order include the opening of the whole; a pending order has none', async () => {
    const id = await place({ forex_id: eurjpy.id });
    const { data: part } = await server.call('POST', '/v1/api/forex/close', { id, cont: '0.20' }, auth);
    expect((await receiptsOf(id)).map((receipt) => receipt.id)).toEqual([`${id}-open`]);
    const receipts = await receiptsOf(part.Id as number);
    expect(receipts.map((receipt) => receipt.id)).toEqual([`${id}-open`, `${part.Id}-close`]);
    expect(receiptFailures(receipts, await publishedKeys())).toEqual([]);
    expect(await receiptsOf(await place({ status: 0, target_price: '1.15000' }))).toEqual([]);
  });

  test('are shown only to the order’s owner', async () => {
    const id = await place();
    const other = { authorization: await server.demo() };
    expect(await server.call('GET', path, { id }, other)).toMatchObject({ code: codes.orderNotFound, data: null });
    expect(await server.call('GET', path, { id })).toMatchObject({ code: codes.sessionExpired, data: null });
    expect((await server.call('GET', path, { id: 999 }, auth)).code).toBe(codes.orderNotFound);
    expect((await server.call('GET', path, { id: 'x' }, auth)).data).toEqual({ field: 'id' });
  });

  test('do not identify the account’s owner', async () => {
    const [receipt] = await receiptsOf(await place());
    const { data } = await server.call('GET', '/api/user/info', {}, auth);
    for (const known of [data.uid, data.invite_code].filter(Boolean)) expect(receipt?.text).not.toContain(known);
    expect(receipt?.fields.account).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('the published keys (R-ORD-25)', () => {
  test('are public, cacheable for minutes, and available before the first receipt', async () => {
    const reply = await server.server.app.inject({ method: 'GET', url: receiptKeysPath });
    const { keyId, publicKey } = testSigner().key;
    const times = { from: null, until: null, compromised: null };
    const key = { key_id: keyId, algorithm: 'Ed25519', public_key: publicKey, ...times };
    expect(reply.json()).toEqual({ keys: [key] });
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
  });

  test('keep earlier keys after a key change, and the chain continues', async () => {
    const id = await place();
    const [before] = await receiptsOf(id);
    server.signer = testSigner(8);
    await server.restart();
    server.market.give(eurusd, '1.15383', '1.15395');
    await server.call('POST', '/v1/api/forex/close', { id }, auth);
    const receipts = await receiptsOf(id);
    expect(receipts[0]).toEqual(before);
    expect(receipts.map((receipt) => receipt.key_id)).toEqual([testSigner(7).key.keyId, testSigner(8).key.keyId]);
    expect(receiptFailures(receipts, await publishedKeys())).toEqual([]);
  });
});

describe('the stored receipts (R-ORD-25, R-LED-05)', () => {
  /** Trades on two accounts, with a partial close; returns the first order. */
  async function trade(): Promise<number> {
    const other = { authorization: await server.demo() };
    const first = await place();
    const others = await place({ forex_id: eurjpy.id }, other);
    const sold = await place({ type: 2 });
    await server.call('POST', '/v1/api/forex/close', { id: first, cont: '0.13' }, auth);
    server.market.give(eurusd, '1.15123', '1.15135');
    await server.call('POST', '/v1/api/forex/close', { id: sold }, auth);
    await server.call('POST', '/v1/api/forex/close', { id: others }, other);
    await receiptsOf(first);
    return first;
  }

  test('are the same bytes when all tables are rebuilt from the journal', async () => {
    const first = await trade();
    const before = await dump();
    expect(before).toHaveLength(6);
    await server.server.close();
    await server.open.pool.query(`truncate ${tables}, receipt, receipt_key`);
    await server.restart();
    expect(await receiptsOf(first)).toHaveLength(1);
    expect(await dump()).toEqual(before);
  });

  test('stay unchanged, with none added, when the other tables are rebuilt under another key', async () => {
    await trade();
    const before = await dump();
    server.signer = testSigner(8);
    await server.server.close();
    await server.open.pool.query(`truncate ${tables}`);
    await server.restart();
    server.market.give(eurusd, '1.15123', '1.15135');
    const newest = await receiptsOf(await place());
    expect(newest[0]?.fields.number).toBe(5);
    expect((await dump()).filter((row) => row.id !== newest[0]?.id)).toEqual(before);
    expect(receiptFailures(newest, await publishedKeys())).toEqual([]);
  });

  test('cannot be changed, and a change that bypassed the guard stops the next rebuild', async () => {
    await receiptsOf(await place());
    const { pool } = server.open;
    const reword = `update receipt set text = replace(text, '"fee":"3.500000"', '"fee":"0.000000"')`;
    await expect(pool.query(reword)).rejects.toThrow('receipts never change');
    const folding = {
      journal: new PostgresJournal(server.core.pool, { shard: 0, epoch: 0 }),
      store: new ProjectionTables(server.core.db, { encode }, 0),
      receipts: new ReceiptChainTable(server.core.db),
      signer: testSigner(),
    };
    expect(await rebuildProjections(folding)).toMatchObject({ isEqual: true });
    await pool.query(`alter table receipt disable trigger receipt_never_changes; ${reword}`);
    await expect(rebuildProjections(folding)).rejects.toThrow('is unchanged');
  });
});
