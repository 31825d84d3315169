import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import { openCheckpoint } from '@candor/transparency-log/checkpoint';
import { decodeLeaf } from '@candor/transparency-log/leaf';
import { leafHash } from '@candor/transparency-log/merkle';
import { decodeNoteKey } from '@candor/transparency-log/note';
import { decodeQuoteLeaf } from '@candor/transparency-log/quote-leaf';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../testkit/engine-scenario.ts';
import { naiveRoot } from '../../../testkit/naive-tree.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { tablesCaughtUp } from '../../../testkit/test-log.ts';
import { TestServer } from '../../../testkit/test-server.ts';
import { until } from '../../../testkit/until.ts';
import { openSecrets } from './adapters/keys/secrets-file.ts';
import type { FileTickLog } from './adapters/tick-log/file-tick-log.ts';
import { parseConfig } from './config.ts';
import { keyFiles, logKeyFile, openTickLog } from './open-adapters.ts';
import { openLog, type RunningLog } from './open-log.ts';
import { tickLogId } from './take-lead.ts';

const { eurusd } = testSpecs;

let server: TestServer;
let folder: string;
let running: RunningLog | null;
let ticks: FileTickLog;
let logged: string[];
let seq = 0;
const threads: Worker[] = [];
const stops: (() => Promise<void>)[] = [];
const note = (thread: Worker) => void threads.push(thread);

beforeEach(async () => {
  server = await TestServer.start();
  server.market.give(eurusd, '1.15283', '1.15295');
  folder = scratchFolder('candor-log-');
  running = null;
  logged = [];
  threads.length = 0;
  process.on('worker', note);
  tickLogId(folder);
  const config = configOf();
  const fail = (error: Error) => void logged.push(error.message);
  ticks = await openTickLog({ config, fail, stops } as unknown as Parameters<typeof openTickLog>[0], 'test', fail);
  await openSecrets(keyFiles(config).people);
});
afterEach(async () => {
  process.off('worker', note);
  await running?.stop();
  for (const stop of stops.splice(0).toReversed()) await stop();
  rmSync(folder, { recursive: true });
  await server.stop();
});

const configOf = () => parseConfig({ DATA_DIR: folder }, '/');

function open(): RunningLog {
  const log = {
    error: (about: { reason: string }) => void logged.push(about.reason),
    warn: () => void logged.push('written again'),
  };
  const databases = { coreUrl: server.database.connectionString, installation: 'test' };
  running = openLog({ config: configOf(), log: log as never, build: null }, databases, 0);
  return running;
}

/** Stores an order's receipts and a quote of a second that is over. */
async function act(): Promise<void> {
  const auth = { authorization: await server.demo() };
  const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
  const { data } = await server.call('POST', '/v1/api/forex/submit', order, auth);
  await server.call('POST', '/v1/api/forex/close', { id: data.Id }, auth);
  await tablesCaughtUp(server);
  seq += 1;
  const quote = { instrumentId: 1 as InstrumentId, seq, bid: 1 as Price, ask: 2 as Price, timeMs: seq * 1_000 };
  ticks.append({ ...quote, source: 'test' });
  await ticks.flush();
}

async function entries(): Promise<Buffer[]> {
  const text = 'select entry from log_entry where company_id = 1 order by at';
  return (await server.open.pool.query<{ entry: Buffer }>(text)).rows.map(({ entry }) => entry);
}

const countOf = (some: readonly Buffer[], kind: string) => some.filter((one) => decodeLeaf(one).kind === kind).length;

describe('the thread of the log (R-LOG-07)', () => {
  test('appends and signs, and killed again and again appends each receipt and quote once', async () => {
    open();
    await until('the first checkpoint', async () => {
      const { rows } = await server.open.pool.query('select 1 from log_tree where checkpoint is not null');
      return rows.length === 2;
    });
    expect(statSync(logKeyFile(configOf())).mode & 0o777).toBe(0o600);
    for (let round = 1; round <= 2; round += 1) {
      await act();
      // Ended wherever it is; started again by itself.
      await threads.at(-1)?.terminate();
      await until('the receipts', async () => countOf(await entries(), 'receipt') >= 2 * round);
    }
    await until('the quotes', async () => countOf(await entries(), 'quotes') === 2);
    const all = await entries();
    expect(countOf(all, 'receipt')).toBe(4);
    const seqs = all.flatMap((one) => (decodeLeaf(one).kind === 'quotes' ? decodeQuoteLeaf(one).quotes : []));
    expect(seqs.map((quote) => quote.seq)).toEqual([1, 2]);
    const { rows } = await server.open.pool.query<{ checkpoint: string; public_key: string }>(
      'select checkpoint, public_key from log_tree where company_id = 1',
    );
    const [tree] = rows;
    const { size, root } = openCheckpoint(Buffer.from(tree?.checkpoint ?? ''), decodeNoteKey(tree?.public_key ?? ''));
    expect(root).toEqual(naiveRoot(all.slice(0, size).map((one) => leafHash(one))));
  });

  test('reports once that it cannot go on, and that it can again', async () => {
    const id = join(folder, 'ticks', 'log.id');
    rmSync(id);
    const log = open();
    await until('a failure', () => log.isFailing);
    expect(logged.filter((line) => line.includes('quotes cannot be read')).length).toBe(1);
    writeFileSync(id, 'again');
    await threads.at(-1)?.terminate();
    await until('the log', () => !log.isFailing);
    expect(logged.at(-1)).toBe('written again');
  });
});
