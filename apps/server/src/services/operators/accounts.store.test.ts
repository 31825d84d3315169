import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import { keepOperatorPassword } from '../../adapters/keys/operator-file.ts';
import { createArgon2Hasher } from '../../adapters/passwords/argon2-hasher.ts';
import { OperatorTables } from '../../adapters/postgres/operator-tables.ts';
import { ensureFirstOperators } from '../../prepare-companies.ts';
import { ensureFirstOperator, type FirstOperatorSettings } from './accounts.ts';

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

function ensure(settings: Partial<FirstOperatorSettings> = {}): Promise<boolean> {
  const store = new OperatorTables(server.app.db);
  const keepPassword = (email: string) => keepOperatorPassword(file, { of: 'this installation', email });
  const deps = { store, hasher: createArgon2Hasher(), clock: systemClock, keepPassword };
  return ensureFirstOperator(deps, 1 as CompanyId, { email: null, password: null, ...settings });
}

const signIn = (email: string, password: string) => server.call('POST', '/api/console/login', { email, password });

test('R-RUN-12 the first operator is created once, and its password file is readable only by its owner', async () => {
  expect((await Promise.all([ensure(), ensure()])).filter(Boolean)).toHaveLength(1);
  expect(await ensure()).toBe(false);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const password = /^Password: (\S{20,})$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const answer = await signIn('admin@localhost', password);
  expect(answer).toMatchObject({ code: codes.ok, data: { operator: { role: 'admin' } } });
  const { rows } = await server.open.pool.query('select o::text from operator o');
  expect(JSON.stringify(rows)).not.toContain(password);
});

test('R-RUN-12 with a password in the settings no file is written', async () => {
  expect(await ensure({ email: 'Boss@Example.com', password: 'a long pass phrase' })).toBe(true);
  expect(existsSync(file)).toBe(false);
  expect((await signIn('boss@example.com', 'a long pass phrase')).code).toBe(codes.ok);
  expect(await ensure({ email: 'other@example.com', password: 'another pass phrase' })).toBe(false);
});

describe('R-RUN-12 the trial company has its own first operator', () => {
  const settings = { operatorEmail: null, operatorPassword: null, hasTrialCompany: true };
  const start = (changes: object = {}) =>
    ensureFirstOperators(
      { dataDir: folder, ...settings, ...changes },
      new OperatorTables(server.app.db),
      createArgon2Hasher(),
    );
  const passwordOf = (email: string) =>
    new RegExp(`^E-mail: ${email}\\nPassword: (\\S{20,})$`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const signInAt = (host: string, email: string) =>
    server.call('POST', '/api/console/login', { email, password: passwordOf(email) }, { host });

  test('is listed in the same file, and each signs in only at their own company', async () => {
    await Promise.all([start(), start()]);
    await start();
    expect((await signInAt('localhost', 'admin@localhost')).code).toBe(codes.ok);
    expect((await signInAt(otherHost, 'admin@acme.localhost')).data).toMatchObject({
      operator: { role: 'admin', needs: ['password', 'totp'] },
    });
    expect((await signInAt('localhost', 'admin@acme.localhost')).code).toBe(codes.wrongCredentials);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('an older installation gets it at the next start, with or without its old file', async () => {
    const old =
      'The first operator of this installation.\n\nE-mail: admin@localhost\nPassword: abcdefghijklmnopqrstuvwx\n';
    writeFileSync(file, old, { mode: 0o600 });
    await start({ hasTrialCompany: false });
    await start();
    expect(passwordOf('admin@localhost')).toBe('abcdefghijklmnopqrstuvwx');
    expect((await signInAt('localhost', 'admin@localhost')).code).toBe(codes.ok);
    expect((await signInAt(otherHost, 'admin@acme.localhost')).code).toBe(codes.ok);
  });

  test('settings for the default company leave the trial’s in the file; without a trial company there is none', async () => {
    const named = { operatorEmail: 'boss@example.com', operatorPassword: 'a long pass phrase' };
    await start({ ...named, hasTrialCompany: false });
    expect(existsSync(file)).toBe(false);
    await start(named);
    expect(readFileSync(file, 'utf8')).not.toContain('boss@example.com');
    expect((await signInAt(otherHost, 'admin@acme.localhost')).code).toBe(codes.ok);
  });
});
