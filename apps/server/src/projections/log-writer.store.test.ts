import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import { openCheckpoint } from '@candor/transparency-log/checkpoint';
import { decodeLeaf } from '@candor/transparency-log/leaf';
import { leafHash } from '@candor/transparency-log/merkle';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { decodeQuoteLeaf } from '@candor/transparency-log/quote-leaf';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { naiveRoot } from '../../../../testkit/naive-tree.ts';
import { leaveOffers } from '../../../../testkit/offer-rows.ts';
import { scratchFolder } from '../../../../testkit/scratch-folder.ts';
import { tablesCaughtUp } from '../../../../testkit/test-log.ts';
import { TestServer } from '../../../../testkit/test-server.ts';
import { openCheckpointCopies } from '../adapters/files/checkpoint-copies.ts';
import { LogTables } from '../adapters/postgres/log-tables.ts';
import { trialCompanyId } from '../adapters/postgres/trial-company.ts';
import type { LoggedQuote } from '../ports/market.ts';
import type { LogStore, TickTail } from '../ports/transparency-log.ts';
import { LogWriter, type LogWriterDeps } from './log-writer.ts';

const { eurusd } = testSpecs;
const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };

let server: TestServer;
let folder: string;
let key: KeyObject;
let ticks: LoggedQuote[];
let [logId, nowMs] = ['', 0];

beforeEach(async () => {
  server = await TestServer.start();
  folder = scratchFolder('candor-log-');
  key = generateKeyPairSync('ed25519').privateKey;
  ticks = [];
  logId = 'ticks-1';
  nowMs = 0;
  server.market.give(eurusd, '1.15283', '1.15295');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await server.stop();
});

const tail: TickTail = {
  end: async () => ({ logId, offset: ticks.length }),
  read: async (from, limit) => ticks.slice(from, from + limit),
};

function addTick(timeMs: number): void {
  const quote = { instrumentId: 1 as InstrumentId, seq: ticks.length, bid: 115_283 as Price, ask: 115_295 as Price };
  ticks.push({ offset: ticks.length, quote: { ...quote, timeMs, source: 'test' } });
}

const storeOf = () => new LogTables(server.core.db, 0);
const signerOf = (companyId: number) => ({ name: `log.test/${companyId}`, privateKey: key });

function writer(
  store: LogStore = storeOf(),
  copies = openCheckpointCopies(join(folder, 'log')),
  isRestored = false,
  build: LogWriterDeps['build'] = null,
): LogWriter {
  return new LogWriter({
    build,
    journal: server.ports.journal,
    ticks: tail,
    store,
    copies,
    isRestored,
    signerOf,
    publicKeyOf: (companyId) => encodeNoteKey(noteKeyOf(signerOf(companyId))),
    saltOf: (name) => server.secrets.mac('log-salt', name),
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
  });
}

/** Opens and closes an order of a new demo; returns its headers and the order's id. */
async function trade() {
  const auth = { authorization: await server.demo() };
  const { data } = await server.call('POST', '/v1/api/forex/submit', order, auth);
  await server.call('POST', '/v1/api/forex/close', { id: data.Id }, auth);
  return { auth, id: data.Id as number };
}

async function entriesOf(company = 1): Promise<Buffer[]> {
  const text = 'select entry from log_entry where company_id = $1 order by at';
  return (await server.open.pool.query<{ entry: Buffer }>(text, [company])).rows.map(({ entry }) => entry);
}

const kinds = (entries: readonly Buffer[]) => entries.map((entry) => decodeLeaf(entry).kind);

/** Texts of the entries of a kind. */
function textsOf(kind: 'build' | 'rule', entries: readonly Buffer[]): string[] {
  const leaves = entries.map((entry) => decodeLeaf(entry));
  return leaves.flatMap((leaf) => (leaf.kind === kind && 'text' in leaf ? [leaf.text] : []));
}

/** Returns the newest signed checkpoint; null before the first. */
async function newest(company = 1): Promise<string | null> {
  const text = 'select checkpoint from log_tree where company_id = $1';
  return (await server.open.pool.query<{ checkpoint: string | null }>(text, [company])).rows[0]?.checkpoint ?? null;
}

/** Opens the published checkpoint, and compares it with the tree of all entries by the definitions. */
async function checkRoot(company = 1): Promise<number> {
  const { size, root } = openCheckpoint(Buffer.from((await newest(company)) ?? ''), noteKeyOf(signerOf(company)));
  const entries = await entriesOf(company);
  expect(root).toEqual(naiveRoot(entries.slice(0, size).map((entry) => leafHash(entry))));
  return size;
}

async function writeAll(one: LogWriter): Promise<void> {
  await tablesCaughtUp(server);
  while (await one.step());
}

describe('the writer of the log', () => {
  test('appends quotes by the second, receipts hidden by their salt, and rules of the company (R-LOG-05, R-LOG-06)', async () => {
    const one = writer();
    await writeAll(one);
    const { id, auth } = await trade();
    for (const timeMs of [1_100, 1_900, 2_050, 3_000]) addTick(timeMs);
    nowMs = 20_000;
    await writeAll(one);
    const entries = await entriesOf();
    const quotes = entries.filter((entry) => decodeLeaf(entry).kind === 'quotes').map(decodeQuoteLeaf);
    expect(quotes.map(({ second, quotes: some }) => `${second}: ${some.length}`)).toEqual(['1: 2', '2: 1', '3: 1']);
    expect(kinds(entries).filter((kind) => kind === 'receipt').length).toBe(2);
    const rules = entries.filter((entry) => decodeLeaf(entry).kind === 'rule');
    expect(rules.some((entry) => entry.includes('"rule":"policy"') && entry.includes('"stopOutPercent":'))).toBe(true);
    expect(await checkRoot()).toBe(entries.length);
    // The other company has the quotes and its own rules, and no receipt.
    expect(kinds(await entriesOf(trialCompanyId)).filter((kind) => kind === 'receipt')).toEqual([]);
    expect(kinds(await entriesOf(trialCompanyId)).filter((kind) => kind === 'quotes').length).toBe(3);
    const { data } = await server.call('GET', '/api/user/info', {}, auth);
    for (const mark of [data.uid, data.invite_code, `${id}`, 'tenantId', 'account'])
      expect(entries.filter((entry) => entry.includes(String(mark)))).toEqual([]);
  });

  test('R-VER-12 names the running build in each log once, also after a restart, and another one when it changes', async () => {
    const builds = async (company: number) => textsOf('build', await entriesOf(company));
    const writerOf = (name: string) =>
      writer(undefined, undefined, false, { filesHash: name, text: `{"files":"${name}"}` });
    for (let round = 0; round < 2; round += 1) await writeAll(writerOf('first'));
    for (const company of [1, trialCompanyId]) expect(await builds(company)).toEqual(['{"files":"first"}']);
    await writeAll(writerOf('second'));
    expect(await builds(1)).toEqual(['{"files":"first"}', '{"files":"second"}']);
    // A program that runs from its sources names none.
    await writeAll(writer());
    expect(await builds(1)).toHaveLength(2);
  });

  test('R-LOG-31 a cosignature is added to the newest checkpoint alone, and the log goes on from it', async () => {
    const line = `— witness.example ${Buffer.alloc(76, 1).toString('base64')}\n`;
    await writeAll(writer());
    const first = (await newest()) ?? '';
    await storeOf().cosign(1 as CompanyId, first, `${first}${line}`);
    expect(await newest()).toBe(`${first}${line}`);
    await trade();
    nowMs = 20_000;
    await writeAll(writer());
    const second = await newest();
    expect(second).not.toContain('witness.example');
    await storeOf().cosign(1 as CompanyId, first, `${first}${line}`);
    expect(await newest()).toBe(second);
  });

  test('logs terms, and halts as they begin and end, without names and reasons (R-LOG-05)', async () => {
    await leaveOffers(server, 'localhost');
    await writeAll(writer());
    const texts = textsOf('rule', await entriesOf());
    const halts = texts.filter((text) => text.includes('"rule":"halt"')).map((text) => JSON.parse(text).halt);
    expect(halts.map(({ toMs }) => toMs === null)).toEqual([true, false]);
    expect(texts.filter((text) => text.includes('"rule":"terms"')).length).toBe(1);
    // The reason and the operator's name stay in the tables.
    expect(texts.filter((text) => text.includes('test') || text.includes('@'))).toEqual([]);
    expect(kinds(await entriesOf(trialCompanyId))).not.toContain('receipt');
  });

  test('signs every ten seconds, and only a log that has grown (R-LOG-08)', async () => {
    let published = 0;
    const store = storeOf();
    const publish = store.publish.bind(store);
    store.publish = (...given) => {
      published += 1;
      return publish(...given);
    };
    const one = writer(store);
    addTick(1);
    await writeAll(one);
    const first = published;
    addTick(500);
    nowMs = 9_999;
    await writeAll(one);
    expect(published).toBe(first);
    nowMs = 10_000;
    await writeAll(one);
    expect(published).toBe(first + 2);
    nowMs = 30_000;
    await writeAll(one);
    expect(published).toBe(first + 2);
    expect(await checkRoot()).toBe((await entriesOf()).length);
  });

  test('killed at any statement, before or after it took effect, appends every leaf once (R-LOG-07)', async () => {
    await writeAll(writer());
    const faulty = (failsAt: number, isAfter: boolean): LogStore => {
      const store = storeOf();
      let calls = 0;
      return new Proxy(store, {
        get(target, name) {
          const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
          return async (...given: unknown[]) => {
            calls += 1;
            const fails = calls === failsAt;
            if (fails && !isAfter) throw new Error('killed');
            const result = await method.apply(target, given);
            if (fails) throw new Error('killed');
            return result;
          };
        },
      }) as LogStore;
    };
    let receipts = 0;
    for (let failsAt = 1; failsAt <= 14; failsAt += 1) {
      await trade();
      await tablesCaughtUp(server);
      receipts += 2;
      nowMs += 10_000;
      addTick(nowMs - 3_000);
      const died = writer(faulty(failsAt, failsAt % 2 === 0));
      await died.step().catch(() => undefined);
    }
    nowMs += 10_000;
    await writeAll(writer());
    const entries = await entriesOf();
    expect(kinds(entries).filter((kind) => kind === 'receipt').length).toBe(receipts);
    expect(new Set(entries.map((entry) => entry.toString('hex'))).size).toBe(entries.length);
    const seqs = entries.flatMap((entry) =>
      decodeLeaf(entry).kind === 'quotes' ? decodeQuoteLeaf(entry).quotes.map(({ seq }) => seq) : [],
    );
    expect(seqs).toEqual(ticks.map(({ quote }) => quote.seq));
    expect(await checkRoot()).toBe(entries.length);
  });

  test('goes on after a failure, and two writers never append twice (R-LOG-07)', async () => {
    const [one, two] = [writer(), writer()];
    await writeAll(one);
    await trade();
    await tablesCaughtUp(server);
    const outcomes = await Promise.allSettled([one.step(), two.step()]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    nowMs = 10_000;
    for (const each of [one, two]) await writeAll(each).catch(() => writeAll(each));
    expect(kinds(await entriesOf()).filter((kind) => kind === 'receipt').length).toBe(2);
    expect(await checkRoot()).toBe((await entriesOf()).length);
  });

  test('a writer that was overtaken cannot move the cursor back (R-LOG-07)', async () => {
    await writeAll(writer());
    const store = storeOf();
    const before = await store.cursor();
    if (before === null) throw new Error('the writer has a cursor');
    await trade();
    await writeAll(writer());
    const late = store.append(before, { ...before, seq: before.seq + 1 }, []);
    await expect(late).rejects.toThrow('Another writer');
    await expect(store.append(null, before, [])).rejects.toThrow('Another writer');
    expect((await store.cursor())?.seq).toBeGreaterThan(before.seq + 1);
  });

  test('goes on without quotes while they cannot be read, and has them afterwards (R-LOG-07)', async () => {
    await writeAll(writer());
    addTick(1_000);
    await trade();
    nowMs = 10_000;
    const { end } = tail;
    tail.end = () => Promise.reject(new Error('the market role is away'));
    const one = writer();
    await writeAll(one).finally(() => (tail.end = end));
    expect(one.ticksFailure?.message).toBe('the market role is away');
    expect(kinds(await entriesOf()).filter((kind) => kind === 'receipt').length).toBe(2);
    await writeAll(one);
    expect(one.ticksFailure).toBeNull();
    expect(kinds(await entriesOf()).filter((kind) => kind === 'quotes').length).toBe(1);
  });

  test('begins its quotes with the first start, and again with another tick log', async () => {
    for (const timeMs of [1_000, 2_000]) addTick(timeMs);
    await writeAll(writer());
    expect(kinds(await entriesOf())).not.toContain('quotes');
    addTick(3_000);
    nowMs = 10_000;
    await writeAll(writer());
    expect(kinds(await entriesOf()).filter((kind) => kind === 'quotes').length).toBe(1);
    logId = 'ticks-2';
    addTick(4_000);
    await writeAll(writer());
    addTick(5_000);
    nowMs = 20_000;
    await writeAll(writer());
    expect(kinds(await entriesOf()).filter((kind) => kind === 'quotes').length).toBe(2);
  });
});

describe('the log only grows (R-LOG-09)', () => {
  /** Changes tables as their owner with triggers off, as an intruder with the database would. */
  const asIntruder = (text: string) =>
    server.open.pool.query(`set session_replication_role = replica; ${text}; set session_replication_role = default`);

  async function begin(): Promise<void> {
    await trade();
    addTick(1_000);
    nowMs = 10_000;
    await writeAll(writer());
  }

  test('a database that was rolled back is refused by name, and nothing is signed', async () => {
    await begin();
    const size = (await entriesOf()).length;
    await asIntruder(`delete from log_entry where company_id = 1 and at >= ${size - 1};
      update log_tile set hashes = substring(hashes from 1 for length(hashes) - 32) where company_id = 1 and level = 0;
      update log_tree set size = ${size - 1}, checkpoint_size = 0, checkpoint = null where company_id = 1`);
    await expect(writer().step()).rejects.toMatchObject({ name: 'LogRolledBackError' });
    expect(await newest()).toBeNull();
  });

  test('after a restore it signs only on top of the newest published checkpoint', async () => {
    await begin();
    const published = await newest();
    const elsewhere = join(folder, 'restored');
    const restored = () => writer(storeOf(), openCheckpointCopies(elsewhere), true);
    addTick(11_000);
    nowMs = 20_000;
    await expect(restored().step()).rejects.toMatchObject({ name: 'LogRestoredError' });
    for (const id of [1, trialCompanyId])
      await openCheckpointCopies(elsewhere).write(
        id as CompanyId,
        await openCheckpointCopies(join(folder, 'log'))
          .read(id as CompanyId)
          .then((text) => text ?? ''),
      );
    await writeAll(restored());
    expect(await newest()).not.toBe(published);
  });

  test('nothing is published before its copy is stored', async () => {
    await trade();
    await tablesCaughtUp(server);
    nowMs = 10_000;
    const write = () => Promise.reject(new Error('disk full'));
    await expect(writer(storeOf(), { read: async () => null, write }).step()).rejects.toThrow('disk full');
    const { rows } = await server.open.pool.query('select distinct checkpoint from log_tree');
    expect(rows).toEqual([{ checkpoint: null }]);
  });

  test('entries that went to the archive unlogged are not skipped', async () => {
    await begin();
    const [cursor] = (await server.open.pool.query('select seq from log_cursor')).rows as { seq: string }[];
    await trade();
    await tablesCaughtUp(server);
    await asIntruder(`delete from journal where seq = ${Number(cursor?.seq) + 1}`);
    await expect(writer().step()).rejects.toMatchObject({ name: 'LogGapError' });
  });

  test('changed tiles are refused by name', async () => {
    await begin();
    await asIntruder(
      `update log_tile set hashes = set_byte(hashes, 5, 255 - get_byte(hashes, 5)) where company_id = 1`,
    );
    await expect(writer().step()).rejects.toMatchObject({ name: 'LogForkedError' });
  });

  test('another key is refused by name', async () => {
    await begin();
    key = generateKeyPairSync('ed25519').privateKey;
    await expect(writer().step()).rejects.toMatchObject({ name: 'LogKeyChangedError' });
  });

  test('the database itself refuses to change or remove anything', async () => {
    await begin();
    for (const text of [
      `update log_entry set entry = '\\x03'`,
      'delete from log_entry',
      'delete from log_place',
      'delete from log_tile',
      'truncate log_tree',
      'update log_tree set size = 0, checkpoint_size = 0',
      `update log_tree set public_key = ''`,
      'update log_tile set hashes = set_byte(hashes, 5, 255 - get_byte(hashes, 5))',
    ])
      await expect(server.open.pool.query(text), text).rejects.toThrow('only grows');
  });
});
