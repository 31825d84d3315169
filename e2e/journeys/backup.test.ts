import { type ChildProcess, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SignedIn } from '@candor/contracts/http/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryEmbedded } from '../../testkit/embedded-database.ts';
import { filesIn, recordOf } from '../../testkit/kept-record.ts';
import { firstSignIn, OperatorDesk } from '../../testkit/operator-desk.ts';
import { call, freePort, type Product, repositoryRoot, startProduct } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { picture } from '../../testkit/send-picture.ts';
import { until } from '../../testkit/until.ts';
import { registerTrader } from '../page-models/real-trader.ts';

// One installation with a backup: a trader pays in and trades, an operator makes a mistake, the machine is lost.

const folder = scratchFolder('candor-backup-');
const dataDir = join(folder, 'data');
const backupDir = join(folder, 'backup');
const passphrase = 'four lighthouses in fog';
const passphraseFile = join(folder, 'keys.sealed');
let product: Product;
let desk: OperatorDesk;
let trader: SignedIn;
let chargeId = 0;
/** Moment right before the mistake, as an operator reads it from a clock. */
let beforeMistake = '';
let lostAfter = 0;
const placed: number[] = [];

beforeAll(async () => {
  product = await startProduct({ dataDir, env: { BACKUP_DIR: backupDir, TRUST_PROXY: '127.0.0.1' } });
  desk = await OperatorDesk.takeOver(product.callUrl, firstSignIn(dataDir));
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const way = { kind: 'coin', currency: 'USDT', protocol: 'TRC20', address, usd_price: '1', is_rate_confirmed: true };
  // From the first trader on, a second person must approve it.
  chargeId = (await desk.post<{ id: number }>('/pay-ways', way)).id;
  trader = await registerTrader(product.callUrl, dataDir);
  await payIn('500');
  await trade();
});

afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a command of the program to its end. */
async function run(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ended> {
  const settings = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, BACKUP_DIR: backupDir, ...env };
  return new Promise((resolve) => {
    const script = join(repositoryRoot, 'apps', 'server', 'dist', 'main.js');
    const child: ChildProcess = execFile(
      process.execPath,
      [script, ...args],
      { env: settings },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
    child.stdin?.end(input);
  });
}

/** Waits until everything that is committed now is in the backup. */
async function untilCopied(): Promise<void> {
  const [row] = (await queryEmbedded(dataDir, 'select pg_current_wal_flush_lsn()::text as lsn')) as { lsn: string }[];
  const positionOf = (text: string) => {
    const [high = '', low = ''] = text.split('/');
    return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
  };
  await until(`the backup has the WAL up to ${row?.lsn}`, () => {
    const state = JSON.parse(readFileSync(join(backupDir, 'state.json'), 'utf8')) as { shippedLsn: string };
    return positionOf(state.shippedLsn) >= positionOf(row?.lsn ?? '');
  });
}

const order = () => ({ status: 1, type: 1, cont: '0.01', forex_id: 1, multiple: 100, client_id: randomUUID() });

async function trade(): Promise<number> {
  const answer = await call<{ Id: number }>(product.callUrl, '/v1/api/forex/submit', order(), trader.token);
  expect(answer.code, answer.msg).toBe(1);
  placed.push(answer.data.Id);
  return answer.data.Id;
}

async function sendPicture(): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(await picture(placed.length))], { type: 'image/jpeg' }), 'proof.jpg');
  const headers = { authorization: trader.token, lang: 'en' };
  const answer = await fetch(`${product.callUrl}/api/common/image_upload`, { method: 'POST', headers, body: form });
  const { data, msg } = (await answer.json()) as { data: { id: string } | null; msg: string };
  if (data === null) throw new Error(`The picture was refused: ${msg}`);
  return data.id;
}

/** Reports a payment with its proof, as a trader does; returns the number of the deposit. */
async function reportDeposit(amount: string): Promise<number> {
  const report = {
    number: amount,
    proofImg: await sendPicture(),
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    charge_id: chargeId,
    client_id: randomUUID(),
  };
  const answer = await call<{ id: number }>(product.callUrl, '/api/quickCharge/submit', report, trader.token);
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}

/** Pays in: an operator approves what the trader reported. */
async function payIn(amount: string): Promise<void> {
  const id = await reportDeposit(amount);
  const { payload_hash } = await desk.get<{ payload_hash: string }>(`/deposits/${id}`);
  await desk.post(`/deposits/${id}/approve`, { payload_hash });
}

/** A mail that waits for its turn. */
const waitingMail = `insert into message_outbox
  (company_id, id, route, recipient, subject, body, created_at_ms, expires_at_ms, next_at_ms)
  values (1, 'waits', 'mail', 'ada@example.com', 'subject', 'body', 1, 9000000000000000, 8000000000000000)`;
const stateOfMail = `select state, body, reason from message_outbox where id = 'waits'`;

interface Company {
  readonly id: number;
  readonly name: string;
  readonly status: number;
}

async function closeTrialCompany(): Promise<void> {
  const { data } = await desk.get<{ data: Company[] }>('/companies');
  const path = `/companies/${data.find(({ name }) => name === 'Acme (trial)')?.id}`;
  await desk.post(path, { ...(await desk.get<object>(path)), status: 1, reason: 'the wrong company' });
}

interface Mark {
  readonly state: string;
  readonly facts: {
    readonly journals: readonly { readonly lastSeq: number; readonly hash: string }[];
    readonly messages: number;
    readonly openRequests: readonly object[];
  };
}
const markOf = (dir: string) => JSON.parse(readFileSync(join(dir, 'restored.json'), 'utf8')) as Mark;

test('R-OPS-85 a base backup is made beside the running program, encrypted, with its description last', async () => {
  const { code, output } = await run(['--backup']);
  expect([code, output]).toEqual([0, expect.stringContaining('Base backup base-')]);
  await trade();
  const [base = ''] = readdirSync(backupDir).filter((name) => name.startsWith('base-'));
  const parts = ['backup_label', 'database', 'manifest.json', 'ticks'];
  expect(readdirSync(join(backupDir, base)).toSorted()).toEqual(parts);
  // Neither a key nor a word of the data can be found in any file.
  const key = readFileSync(join(dataDir, 'keys', 'backup.key'), 'utf8').trim();
  expect(statSync(join(dataDir, 'keys', 'backup.key')).mode & 0o777).toBe(0o600);
  for (const entry of readdirSync(backupDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    for (const word of [key, 'shard_lease', trader.user.uid]) expect(bytes.includes(word), entry.name).toBe(false);
  }
  expect(filesIn(join(backupDir, 'files'))).toEqual(filesIn(join(dataDir, 'files')));
});

test('R-OPS-86 the keys are in a file of their own, under a passphrase', async () => {
  const short = await run(['--backup-keys', '--to', passphraseFile], {}, 'too short\n');
  expect([short.code, short.output]).toEqual([1, expect.stringContaining('needs 16 characters')]);
  const inside = await run(['--backup-keys', '--to', join(backupDir, 'keys')], {}, `${passphrase}\n`);
  expect([inside.code, inside.output]).toEqual([1, expect.stringContaining('must not lie in BACKUP_DIR')]);
  const made = await run(['--backup-keys', '--to', passphraseFile], {}, `${passphrase}\n`);
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('sealed with the passphrase')]);
  expect(statSync(passphraseFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(passphraseFile).includes('PRIVATE KEY')).toBe(false);
});

test('R-OPS-87 a mistake is undone by a restore to the moment before it', async () => {
  await trade();
  const open = await reportDeposit('77');
  await queryEmbedded(dataDir, waitingMail);
  await until('the tables have the deposit', async () => {
    const [row] = await queryEmbedded(dataDir, `select 1 from funds_request where id = ${open}`);
    return row !== undefined;
  });
  await until(
    'the tables have the order',
    async () =>
      (await recordOf(dataDir)).orders.includes(placed.at(-1) ?? 0) &&
      (await recordOf(dataDir)).receipts.size >= placed.length,
  );
  const before = await recordOf(dataDir);
  beforeMistake = new Date().toISOString();
  const placedBefore = placed.length;
  await until('the clock has moved on', () => Date.now() > Date.parse(beforeMistake));
  await closeTrialCompany();
  await trade();
  await untilCopied();
  expect((await recordOf(dataDir)).isTrialClosed).toBe(true);
  lostAfter = placedBefore;

  const into = join(folder, 'before-the-mistake');
  const { code, output } = await run(['--restore-backup', '--into', into, '--to', beforeMistake]);
  expect([code, output]).toEqual([0, expect.stringMatching(/journal: \d+ entries, sound/)]);
  expect((await run(['--audit'], { DATA_DIR: into, BACKUP_DIR: '' })).code).toBe(0);
  const { facts } = markOf(into);
  expect(facts).toMatchObject({ messages: 1, openRequests: [{ id: String(open), kind: 'deposit', amount: 77 }] });
  expect(output).toContain(`deposit ${open} of account`);
  const [journal] = facts.journals;
  expect(journal?.lastSeq).toBeGreaterThanOrEqual(Math.max(...before.journal.keys()));
  expect((await recordOf(dataDir)).journal.get(journal?.lastSeq ?? 0)).toBe(journal?.hash);

  await refusesAndConfirms(into);
  const restored = await startProduct({ dataDir: into, env: { KEYS_DIR: join(dataDir, 'keys') } });
  try {
    const after = await recordOf(into);
    for (const [seq, hash] of before.journal) expect(after.journal.get(seq), `entry ${seq}`).toBe(hash);
    for (const [id, hash] of before.receipts) expect(after.receipts.get(id), id).toBe(hash);
    expect(after).toMatchObject({ orders: before.orders, isTrialClosed: false, deposits: 1 });
    expect(after.orders).not.toContain(placed.at(-1));
    expect(filesIn(join(into, 'files'))).toEqual(filesIn(join(dataDir, 'files')));
    expect(await queryEmbedded(into, stateOfMail)).toEqual([
      { state: 'failed', body: null, reason: 'restored from a backup' },
    ]);
    // Every session of before has ended; a new one trades.
    const refused = await call(restored.callUrl, '/v1/api/forex/submit', order(), trader.token);
    expect(refused.code).not.toBe(1);
    const demo = await call<{ token: string }>(restored.callUrl, '/api/user/createAccountDemoForU', {
      demo_id: randomUUID(),
    });
    const fresh = await call(restored.callUrl, '/v1/api/forex/submit', order(), demo.data.token);
    expect(fresh.code, fresh.msg).toBe(1);
  } finally {
    await restored.stop();
  }
});

/** A restored folder serves only after both confirmations, and only with its keys. */
async function refusesAndConfirms(into: string): Promise<void> {
  const env = { DATA_DIR: into, BACKUP_DIR: '', PORT: String(await freePort()), KEYS_DIR: join(dataDir, 'keys') };
  const started = await run([], env);
  expect([started.code, started.output]).toEqual([1, expect.stringContaining('Run npm run confirm-restore')]);
  const stopped = '--old-installation-is-stopped';
  const both = ['--confirm-restore', stopped, '--payments-are-checked'];
  for (const half of [['--confirm-restore'], ['--confirm-restore', stopped]])
    expect(await run(half, env)).toMatchObject({ code: 1, output: expect.stringContaining('Not confirmed') });
  const keyless = await run(both, { ...env, KEYS_DIR: join(folder, 'no-keys') });
  expect([keyless.code, keyless.output]).toEqual([1, expect.stringContaining('The key file')]);
  expect(markOf(into).state).toBe('restored');
  expect((await run(both, env)).code).toBe(0);
}

test('R-OPS-91 a backup folder that is gone is reported and delays nothing; it is complete again once it is back', async () => {
  const ready = async () => (await fetch(`${product.callUrl}/readyz`)).json() as Promise<{ warnings: string[] }>;
  const warnings = async () => (await ready()).warnings;
  const isSaid = (line: string) => until(line, () => product.output().includes(line));
  expect(await warnings()).not.toContain('backup');
  renameSync(backupDir, `${backupDir}-away`);
  writeFileSync(backupDir, 'no folder');
  await until('the warning', async () => (await warnings()).includes('backup'));
  await isSaid('the backup cannot be written; trading goes on without it');
  await trade();
  await sendPicture();
  rmSync(backupDir);
  renameSync(`${backupDir}-away`, backupDir);
  await until('the warning has ended', async () => !(await warnings()).includes('backup'));
  await untilCopied();
  await isSaid('the backup is written again');
  expect(filesIn(join(backupDir, 'files'))).toEqual(filesIn(join(dataDir, 'files')));
});

test('R-OPS-88 a restore refuses a folder that is not empty, and moments that the backup does not have', async () => {
  const refusal = async (...args: string[]) => {
    const { code, output } = await run(['--restore-backup', ...args]);
    expect(code, output).toBe(1);
    return output;
  };
  const into = join(folder, 'refused');
  expect(await refusal('--into', dataDir)).toContain('is not empty');
  expect(await refusal('--into', into, '--to', '2026-11-27 12:00')).toContain('is no moment with its zone');
  expect(await refusal('--into', into, '--to', '2020-01-01T00:00:00Z')).toContain('The backup begins at ');
  expect(await refusal('--into', into, '--to', '2120-01-01T00:00:00Z')).toContain('The backup ends at ');
  expect(existsSync(into)).toBe(false);
  const wrongKey = join(folder, 'wrong.key');
  writeFileSync(wrongKey, `${'ab'.repeat(32)}\n`, { mode: 0o600 });
  const withKey = (key: string) => run(['--restore-backup', '--into', into], { BACKUP_KEY_FILE: key });
  expect(await withKey(wrongKey)).toMatchObject({ code: 1, output: expect.stringContaining('another key') });
  expect(await withKey(join(folder, 'none'))).toMatchObject({ code: 1, output: expect.stringContaining('is not in') });
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test('R-OPS-89 a backup is verified by a restore into a temporary folder, which is removed', async () => {
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const verify = (from: string) => run(['--verify-backup', '--from', from, '--scratch', scratch]);
  // The last file of the WAL is not one that the base backup needs.
  await queryEmbedded(dataDir, 'select pg_switch_wal()');
  await trade();
  await untilCopied();
  const sound = await verify(backupDir);
  expect([sound.code, sound.output]).toEqual([0, expect.stringContaining('The backup is sound.')]);
  console.info(/Restored from .* ago\./.exec(sound.output)?.[0]);

  const copy = join(folder, 'copy');
  cpSync(backupDir, copy, { recursive: true });
  // WAL that was copied once and is gone: nothing less than what was asked for is restored.
  const names = readdirSync(join(copy, 'wal')).toSorted();
  const { shippedAtMs } = JSON.parse(readFileSync(join(copy, 'state.json'), 'utf8')) as { shippedAtMs: number };
  renameSync(join(copy, 'wal', names.at(-1) ?? ''), join(folder, 'wal-away'));
  expect(await verify(copy)).toMatchObject({ code: 1, output: expect.stringContaining('The backup lacks WAL after') });
  const lacking = await run(['--verify-backup', '--from', copy, '--to', new Date(shippedAtMs).toISOString()]);
  expect([lacking.code, lacking.output]).toEqual([1, expect.stringContaining('lacks WAL after')]);
  renameSync(join(folder, 'wal-away'), join(copy, 'wal', names.at(-1) ?? ''));
  const [first = '', ...others] = readdirSync(join(copy, 'wal')).toSorted();
  renameSync(join(copy, 'wal', first), join(folder, 'wal-away'));
  expect(await verify(copy)).toMatchObject({ code: 1, output: expect.stringContaining('NOT SOUND') });
  renameSync(join(folder, 'wal-away'), join(copy, 'wal', first));
  const last = join(copy, 'wal', others.at(-1) ?? first);
  truncateSync(last, statSync(last).size - 1);
  expect(await verify(copy)).toMatchObject({ code: 1, output: expect.stringContaining('is cut off') });
  expect(await run(['--verify-backup'], { BACKUP_DIR: '' })).toMatchObject({ code: 2 });
  expect(readdirSync(scratch)).toEqual([]);
});

test('R-OPS-89 a check that is interrupted leaves no copy of the database', async () => {
  const scratch = join(folder, 'interrupted');
  mkdirSync(scratch);
  const script = join(repositoryRoot, 'apps', 'server', 'dist', 'main.js');
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, BACKUP_DIR: backupDir };
  const child = execFile(process.execPath, [script, '--verify-backup', '--scratch', scratch], { env });
  const ended = once(child, 'exit');
  const database = (copy: string) => join(scratch, copy, 'postgres', 'cluster', 'postmaster.pid');
  await until('its database runs', async () => readdirSync(scratch).some((copy) => existsSync(database(copy))));
  child.kill('SIGTERM');
  await ended;
  expect(readdirSync(scratch, { recursive: true })).toEqual([]);
});

test('R-OPS-90 a machine that is lost costs nothing that was copied before: every process is killed, the data removed', async () => {
  await trade();
  await until('the tables have the order', async () => (await recordOf(dataDir)).receipts.size >= placed.length);
  await untilCopied();
  const before = await recordOf(dataDir);
  const [pid = ''] = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  const ended = once(product.process, 'exit');
  product.process.kill('SIGKILL');
  process.kill(Number(pid), 'SIGKILL');
  await ended;
  await until('the database has ended', () => !existsSync(`/proc/${pid}`));
  rmSync(dataDir, { recursive: true, force: true });

  const into = join(folder, 'second-machine');
  const began = performance.now();
  const env = { DATA_DIR: join(folder, 'nothing') };
  const args = ['--restore-backup', '--from', backupDir, '--into', into, '--keys', passphraseFile];
  expect(await run(args, env, 'another passphrase of length\n')).toMatchObject({
    code: 1,
    output: expect.stringContaining('passphrase is not that'),
  });
  const restored = await run(args, env, `${passphrase}\n`);
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('sound')]);
  const confirm = ['--confirm-restore', '--old-installation-is-stopped', '--payments-are-checked'];
  expect((await run(confirm, { DATA_DIR: into })).code).toBe(0);
  product = await startProduct({ dataDir: into });
  console.info(`From nothing to serving in ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
  const after = await recordOf(into);
  for (const [seq, hash] of before.journal) expect(after.journal.get(seq), `entry ${seq}`).toBe(hash);
  for (const [id, hash] of before.receipts) expect(after.receipts.get(id), id).toBe(hash);
  expect(after.orders).toEqual(expect.arrayContaining(placed));
  expect(placed.length).toBeGreaterThan(lostAfter);
  expect(after).toMatchObject({ isTrialClosed: true, deposits: 1 });

  // The old folder belongs to the lost installation: the restored one does not write into it.
  const other = await run(['--backup'], { DATA_DIR: into });
  expect([other.code, other.output]).toEqual([1, expect.stringContaining('backup of another installation')]);

  // A stopped program is backed up as well, here on the timeline that the restore began.
  await product.stop();
  const fresh = { DATA_DIR: into, BACKUP_DIR: join(folder, 'next-backup') };
  expect(await run(['--backup'], fresh)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Base backup base-'),
  });
  const verified = await run(['--verify-backup'], fresh);
  expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('The backup is sound.')]);
});
