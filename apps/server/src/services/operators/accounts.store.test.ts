import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstSignIn } from '../../../../../testkit/operator-desk.ts';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import { keptLinks } from '../../adapters/keys/operator-file.ts';
import { createArgon2Hasher } from '../../adapters/passwords/argon2-hasher.ts';
import { OperatorTables } from '../../adapters/postgres/operator-tables.ts';
import { ensureFirstOperators, followInvitations, forgetUsedInvitations } from '../../prepare-companies.ts';

const ownPassword = 'nine quiet harbours';
const settings = { databaseUrl: null, operatorEmail: null, operatorPassword: null, hasTrialCompany: false };

let server: TestServer;
let folder: string;
let file: string;

beforeEach(async () => {
  server = await TestServer.start();
  folder = mkdtempSync(join(tmpdir(), 'candor-operator-'));
  file = join(folder, 'operator.txt');
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const configOf = (changes: object = {}) => ({ dataDir: folder, ...settings, ...changes });
const store = () => new OperatorTables(server.app.db);
const start = (changes: object = {}) =>
  ensureFirstOperators(configOf(changes), store(), createArgon2Hasher(), async () => 'http://localhost:8080');
const tokenOf = (email?: string) => firstSignIn(folder, email).link.split('#').at(-1) ?? '';
const accept = (token: string, host = 'localhost') =>
  server.call('POST', '/api/console/invitation', { token, new_password: ownPassword }, { host });
const signIn = (email: string, password: string, host = 'localhost') =>
  server.call('POST', '/api/console/login', { email, password }, { host });
const query = (text: string) => server.open.pool.query(text);

describe('R-RUN-12 R-CON-30 the first operator gets a link in a file that the owner alone can read', () => {
  test('once, however many programs start; the database has no token', async () => {
    await Promise.all([start(), start()]);
    await start();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await keptLinks(file)).toEqual([`http://localhost:8080/console/invitation#${tokenOf()}`]);
    expect(readFileSync(file, 'utf8')).not.toMatch(/password: /i);
    const { rows } = await query('select o::text from operator o');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokenOf());
    expect((await accept(tokenOf())).data).toEqual({ email: 'admin@localhost' });
    expect((await signIn('admin@localhost', ownPassword)).data.operator).toMatchObject({
      role: 'admin',
      needs: ['totp'],
    });
  });

  test('the file is deleted once the link is used, at once or at the next start; a used link works no more', async () => {
    await start();
    const token = tokenOf();
    expect(await forgetUsedInvitations(configOf(), store())).toBe(false);
    expect(existsSync(file)).toBe(true);
    await accept(token);
    expect(await forgetUsedInvitations(configOf(), store())).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect((await accept(token)).code).toBe(codes.invitationEnded);
    await start();
    expect(existsSync(file)).toBe(false);
  });

  test('while the program runs it looks by itself, and ends when it is stopped', async () => {
    await start();
    await accept(tokenOf());
    const errors: Error[] = [];
    const stop = followInvitations(configOf(), store(), (error) => errors.push(error));
    await expect.poll(() => existsSync(file)).toBe(false);
    await stop();
    expect(errors).toEqual([]);
  });

  test('R-CON-36 unused links are looked at less and less often, and no more once they have ended', async () => {
    let looks = 0;
    const waiting = { invitationOf: async (id: number) => (id === 1 && (looks += 1), {}) } as never;
    const waits: number[] = [];
    const errors: Error[] = [];
    const stop = followInvitations(
      configOf(),
      waiting,
      (error) => errors.push(error),
      (work, afterMs) => {
        waits.push(afterMs);
        const turn = setImmediate(work);
        return () => clearImmediate(turn);
      },
    );
    await expect.poll(() => looks).toBe(295);
    await stop();
    expect([looks, waits.length, errors]).toEqual([295, 294, []]);
    expect(waits.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(Math.max(...waits)).toBe(600_000);
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(47.5);
    expect(hours).toBeLessThan(49);
  });

  test('a link that ended unused, or whose file is lost, is replaced at the next start; a running one stays', async () => {
    await start();
    const first = tokenOf();
    await start();
    expect(tokenOf()).toBe(first);
    rmSync(file);
    await start();
    const second = tokenOf();
    expect((await accept(first)).code).toBe(codes.invitationEnded);
    await query('update operator set invite_expires_at_ms = 1');
    await start();
    expect(tokenOf()).not.toBe(second);
    expect((await accept(second)).code).toBe(codes.invitationEnded);
    expect((await accept(tokenOf())).code).toBe(codes.ok);
  });

  test('a link that the database does not know, as after a restore, works from the next start', async () => {
    await start();
    const kept = tokenOf();
    rmSync(file);
    await start();
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(tokenOf(), kept), { mode: 0o600 });
    expect((await accept(kept)).code).toBe(codes.invitationEnded);
    await start();
    expect(tokenOf()).toBe(kept);
    expect((await accept(kept)).code).toBe(codes.ok);
  });

  test('a standby on another host, with a file of its own, leaves the link of the first host alone', async () => {
    await start();
    const other = mkdtempSync(join(tmpdir(), 'candor-operator-'));
    const shared = { databaseUrl: 'postgresql://database.internal/candor' };
    await start({ ...shared, dataDir: other });
    expect(existsSync(join(other, 'operator.txt'))).toBe(false);
    await query('update operator set invite_expires_at_ms = 1');
    await start({ ...shared, dataDir: other });
    expect((await accept(tokenOf())).code).toBe(codes.invitationEnded);
    expect((await accept(firstSignIn(other).link.split('#').at(-1) ?? '')).code).toBe(codes.ok);
    rmSync(other, { recursive: true, force: true });
  });

  test('with a password in the settings no file is written', async () => {
    await start({ operatorEmail: 'Boss@Example.com', operatorPassword: 'a long pass phrase' });
    expect(existsSync(file)).toBe(false);
    expect((await signIn('boss@example.com', 'a long pass phrase')).code).toBe(codes.ok);
    await start({ operatorEmail: 'other@example.com', operatorPassword: 'another pass phrase' });
    expect((await signIn('other@example.com', 'another pass phrase')).code).toBe(codes.wrongCredentials);
  });

  test('without a known address of the console the file has the invitation as text', async () => {
    await ensureFirstOperators(configOf(), store(), createArgon2Hasher(), async () => null);
    expect(readFileSync(file, 'utf8')).toMatch(/^Invitation: \S{40,}$/m);
    expect((await accept(tokenOf())).code).toBe(codes.ok);
  });
});

describe('R-RUN-12 the trial company has its own first operator', () => {
  const trial = { hasTrialCompany: true };
  const email = 'admin@acme.localhost';

  test('is listed in the same file, and each link works only at its own company', async () => {
    await Promise.all([start(trial), start(trial)]);
    await start(trial);
    const [own, theirs] = [tokenOf(), tokenOf(email)];
    expect((await accept(theirs, 'localhost')).code).toBe(codes.invitationEnded);
    expect((await accept(theirs, otherHost)).data).toEqual({ email });
    expect(await forgetUsedInvitations(configOf(trial), store())).toBe(false);
    expect(readFileSync(file, 'utf8')).not.toContain(email);
    expect(tokenOf()).toBe(own);
    expect((await accept(own)).data).toEqual({ email: 'admin@localhost' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('an older installation, whose file has a password, gets it at the next start and keeps the password', async () => {
    await start({ operatorPassword: 'abcdefghijklmnopqrstuvwx' });
    const old =
      'The first operator of this installation.\n\nE-mail: admin@localhost\nPassword: abcdefghijklmnopqrstuvwx\n';
    writeFileSync(file, old, { mode: 0o600 });
    await start(trial);
    expect(readFileSync(file, 'utf8')).toContain(old);
    expect((await signIn('admin@localhost', 'abcdefghijklmnopqrstuvwx')).code).toBe(codes.ok);
    expect((await accept(tokenOf(email), otherHost)).code).toBe(codes.ok);
  });

  test('settings for the default company leave the trial’s in the file; without a trial company there is none', async () => {
    const named = { operatorEmail: 'boss@example.com', operatorPassword: 'a long pass phrase' };
    await start(named);
    expect(existsSync(file)).toBe(false);
    await start({ ...named, ...trial });
    expect(readFileSync(file, 'utf8')).not.toContain('boss@example.com');
    expect((await accept(tokenOf(email), otherHost)).code).toBe(codes.ok);
  });
});
