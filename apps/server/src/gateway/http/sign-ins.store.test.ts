import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anAddress, aUser, codeSentTo, goodPassword, logIn, sendCode } from '../../../../../testkit/people.ts';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import { totpOf } from '../../../../../testkit/totp.ts';
import { SignInRows } from '../../adapters/postgres/sign-in-rows.ts';
import type { SignInEntry } from '../../ports/sign-ins.ts';
import type { SignIns } from '../../services/sign-ins/sign-ins.ts';

const path = '/api/console/sign-ins';
const company = 1 as CompanyId;
const dayMs = 24 * 3_600_000;

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly who: string;
  readonly detail: string;
  readonly person_id: number | null;
  readonly network: string;
  readonly count: number;
}

let server: TestServer;
let admin: { authorization: string; host: string; id: number };
let address = 1;

beforeAll(async () => {
  server = await TestServer.start();
  admin = await server.operator('admin');
});
afterAll(() => server.stop());
beforeEach(() => {
  server.address = `10.7.${address >> 8}.${(address += 1) & 255}`;
});

async function rowsOf(query: object): Promise<Row[]> {
  const { authorization, host } = admin;
  const { data } = await server.call('GET', path, { order: 'ASC', per_page: 1_000, ...query }, { authorization, host });
  return data.data as Row[];
}

const here = () => rowsOf({ network: server.address });
const textsOf = (rows: readonly Row[]) => rows.map(({ kind, detail }) => (detail === '' ? kind : `${kind} ${detail}`));

describe('R-SEC-12 the record of sign-ins', () => {
  test('has a trader’s registration, refusals, sign-ins, factors, passwords and ended sessions', async () => {
    const { account, user, auth } = await aUser(server);
    const post = (call: string, fields: object = {}) => server.call('POST', `/api/user/${call}`, fields, auth);
    await logIn(server, account, 'a wrong password');
    await logIn(server, anAddress(), 'a wrong password');
    await post('step_up', { password: goodPassword });
    const { data } = await post('totp_begin');
    await post('totp_confirm', { code: '000000' });
    await post('totp_confirm', { code: totpOf(data.secret, 0, server.clock.nowMs()) });
    const asked = await logIn(server, account);
    const proof = { ticket: asked.data.ticket, code: totpOf(data.secret, 1, server.clock.nowMs()) };
    await server.call('POST', '/api/user/second_factor', { ...proof, code: '000000' }, { lang: 'en' });
    await server.call('POST', '/api/user/second_factor', proof, { lang: 'en' });
    await post('totp_remove');
    await post('sessions_end_others');
    await post('logout');
    await sendCode(server, account, 2);
    const reset = { account, new_password: 'quite another one', secondary_password: 'quite another one' };
    const auth_code = await codeSentTo(server, account);
    await server.call('POST', '/api/user/forget_password', { ...reset, auth_code });
    await expect.poll(async () => textsOf(await here())).toContain('password-reset');
    const rows = await here();
    expect(textsOf(rows).toSorted()).toEqual(
      [
        'registered',
        'refused wrongCredentials',
        'refused wrongCredentials',
        'refused secondFactorWrong',
        'factor-added',
        'factor-asked',
        'refused secondFactorWrong',
        'signed-in',
        'factor-removed',
        'sessions-ended',
        'session-ended',
        'password-reset',
      ].toSorted(),
    );
    // The entry of an unknown account names no user and does not store the account's name.
    expect(rows.filter(({ person_id: person }) => person === null)).toHaveLength(1);
    expect(await rowsOf({ who: 'user', person_id: user.id })).toHaveLength(rows.length - 1);
    expect(JSON.stringify(rows)).not.toContain(account);
  });

  test('has an operator’s sign-ins and wrong passwords, with the network', async () => {
    const { email, id, password } = await server.operatorAccount('support');
    const call = (given: string) => server.call('POST', '/api/console/login', { email, password: given });
    expect((await call('a wrong password')).code).toBe(codes.wrongCredentials);
    expect((await call(password)).code).toBe(codes.ok);
    await expect.poll(async () => textsOf(await here())).toHaveLength(2);
    expect(textsOf(await here()).toSorted()).toEqual(['refused wrongCredentials', 'signed-in']);
    const [row] = await rowsOf({ who: 'operator', person_id: id, kind: 'refused' });
    expect(row).toMatchObject({ network: server.address, count: 1 });
  });

  test('is read by permitted operators, within their company', async () => {
    for (const role of ['support', 'cashier', 'dealer']) {
      const { authorization } = await server.operator(role);
      expect((await server.call('GET', path, {}, { authorization })).code).toBe(codes.notPermitted);
    }
    const abroad = await server.operator('admin', otherHost);
    const { authorization } = abroad;
    const { data } = await server.call('GET', path, {}, { authorization, host: otherHost });
    expect((data.data as Row[]).every(({ person_id: person }) => person === abroad.id)).toBe(true);
  });

  test('has a bounded number of entries under guessing: the rest is counted', async () => {
    const signIns = server.server.identity.signIns as SignIns;
    await server.atOneMoment(async () => {
      await signIns.endMinutes(true);
      const guess = (network: string) =>
        signIns.record({ companyId: company, who: 'user', kind: 'refused', detail: 'x', network, person: () => null });
      for (let at = 0; at < 150; at += 1) await guess(server.address);
      expect(await here()).toHaveLength(20);
      for (let at = 0; at < 2_000; at += 1) await guess(`10.200.${at >> 8}.${at & 255}`);
      const before = (await rowsOf({ kind: 'refused' })).length;
      await signIns.endMinutes(true);
      expect((await rowsOf({ kind: 'refused' })).length).toBe(before);
    });
    expect((await here()).at(-1)).toMatchObject({ kind: 'counted', detail: 'refused', count: 130 });
    const counted = await rowsOf({ kind: 'counted' });
    expect(counted.length).toBeLessThanOrEqual(51);
    const full = (await server.open.pool.query(`select count(*)::integer from sign_in_entry where detail = 'x'`)).rows;
    expect(full).toEqual([{ count: 600 }]);
    expect(counted.reduce((sum, { count }) => sum + count, 600)).toBe(2_150);
  });

  test('has an operator’s refused calls, ten a minute in full and the rest counted', async () => {
    const { authorization, id } = await server.operator('support');
    const denied = (network: string) => {
      server.address = network;
      return server.call('POST', '/api/console/deposits/1/approve', {}, { authorization });
    };
    const rows = () => rowsOf({ who: 'operator', person_id: id });
    await server.atOneMoment(async () => {
      for (let at = 0; at < 13; at += 1) expect((await denied(`10.9.0.${at}`)).code).toBe(codes.notPermitted);
      await expect.poll(async () => (await rows()).filter(({ kind }) => kind === 'refused')).toHaveLength(10);
      await (server.server.identity.signIns as SignIns).endMinutes(true);
    });
    const [first, ...others] = (await rows()).filter(({ kind }) => kind !== 'signed-in');
    expect(first).toMatchObject({ detail: 'notPermitted POST /deposits/:id/approve', network: '10.9.0.0' });
    expect(others.at(-1)).toMatchObject({ kind: 'counted', detail: 'notPermitted', network: '*', count: 3 });
  });

  test('a changed, removed or truncated entry is found, and a changed head too', async () => {
    const log = new SignInRows(server.app.db);
    const { head, fault } = await log.check(company, null);
    expect(fault).toBeNull();
    for (const change of [
      'update sign_in_entry set network = $$x$$',
      'delete from sign_in_entry',
      'truncate sign_in_entry',
    ])
      await expect(server.open.pool.query(change)).rejects.toThrow('never changed');
    const tamper = async (statement: string) => {
      const owner = await server.open.pool.connect();
      try {
        await owner.query('begin; alter table sign_in_entry disable trigger user');
        await owner.query(`alter table sign_in_entry no force row level security; ${statement}`);
        await owner.query(
          'alter table sign_in_entry force row level security; alter table sign_in_entry enable trigger user',
        );
        await owner.query('commit');
      } finally {
        owner.release();
      }
    };
    await tamper(`update sign_in_entry set network = '10.0.0.1' where company_id = 1 and seq = 2`);
    expect((await log.check(company, null)).fault).toEqual({ seq: 2, fault: 'changed' });
    await tamper('delete from sign_in_entry where company_id = 1');
    expect((await log.check(company, head)).fault).toEqual({ seq: 1, fault: 'missing' });
  });

  test('entries older than the retention are erased, and the rest of the chain holds', async () => {
    const log = new SignInRows(server.app.db);
    const nowMs = server.clock.nowMs();
    const old = await server.open.pool.query(
      `insert into company (id, name) values (77, 'Old') on conflict do nothing returning id`,
    );
    expect(old.rows).toEqual([{ id: 77 }]);
    const elsewhere = 77 as CompanyId;
    const about = { who: 'user', personId: null, kind: 'refused', detail: 'x', network: '10.9.9.9', count: 1 } as const;
    const entry = (days: number): SignInEntry => ({ ...about, atMs: nowMs - days * dayMs });
    await log.append(elsewhere, [entry(200), entry(190), entry(170), entry(0)]);
    const { head: kept } = await log.check(elsewhere, null);
    expect(await log.prune(elsewhere, nowMs - 180 * dayMs, nowMs)).toBe(2);
    expect(await log.prune(elsewhere, nowMs - 180 * dayMs, nowMs)).toBe(0);
    expect(await log.check(elsewhere, kept)).toMatchObject({ head: { seq: 5 }, fault: null });
    await log.append(elsewhere, [entry(0)]);
    expect(await log.check(elsewhere, kept)).toMatchObject({ head: { seq: 6 }, fault: null });
    const all = { page: 1, pageSize: 10, isNewestFirst: false, fromMs: null, toMs: null };
    const { rows } = await log.list(elsewhere, { ...all, who: null, personId: null, network: null, kind: null });
    expect(rows.map(({ seq, kind }) => [seq, kind])).toEqual([
      [3, 'refused'],
      [4, 'refused'],
      [5, 'pruned'],
      [6, 'refused'],
    ]);
    // A beginning that was moved does not match the entry about it.
    await server.open.pool.query('update sign_in_anchor set seq = 3 where company_id = 77');
    expect((await log.check(elsewhere, null)).fault).toEqual({ seq: 3, fault: 'changed' });
  });
});
