import { randomBytes, randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendPicture } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { toKeyRing } from '../../../adapters/keys/document-keys.ts';

type User = Awaited<ReturnType<TestServer['realUser']>>;

let server: TestServer;
let user: User;

beforeEach(async () => {
  server = await TestServer.start();
  user = await server.realUser();
});
afterEach(() => server.stop());

const path = '/api/user_real/real_name';
const headers = ({ authorization, host }: { authorization: string; host: string }) => ({ authorization, host });
const submit = (who: User, fields: object) => server.call('POST', path, fields, headers(who));
const center = async (who: User) => (await server.call('GET', '/api/user_real/center', {}, headers(who))).data;

async function claimOf(who: User, fields: object = {}): Promise<Record<string, string>> {
  const [front, reverse] = [await sendPicture(server, who, 1), await sendPicture(server, who, 2)];
  return { name: 'Ada Lovelace', card_id: '12AB3456', front_pic: front.id, reverse_pic: reverse.id, ...fields };
}

async function decide(id: number, verb: 'approve' | 'reject', fields: object = {}): Promise<void> {
  const operator = await server.operator('compliance', user.host);
  const decided = await server.call('POST', `/api/console/verifications/${id}/${verb}`, fields, headers(operator));
  expect(decided.code).toBe(codes.ok);
}

const rowsOf = async (table: string) => (await server.open.pool.query(`select * from ${table}`)).rows as object[];

describe('R-KYC-01 R-KYC-02 submitting', () => {
  test('is under review at once, and shows its owner only masked fields', async () => {
    expect(await center(user)).toMatchObject({ review_status: 0, submitted_at: null, name: '', card_id: '' });
    const answer = await submit(user, await claimOf(user));
    expect(answer).toMatchObject({ code: codes.ok, data: { review_status: 1, reviewed_at: null } });
    expect(await center(user)).toEqual(answer.data);
    expect(answer.data).toMatchObject({ name: 'A•• L•••••••', card_id: '12••••56' });
  });

  test('accepts links of uploads as well as their ids', async () => {
    const [front, reverse] = [await sendPicture(server, user, 1), await sendPicture(server, user, 2)];
    const claim = { name: 'Ada', card_id: 'X12345', front_pic: front.url, reverse_pic: `http://api.x${reverse.url}` };
    expect((await submit(user, claim)).data).toMatchObject({ review_status: 1 });
  });

  test('refuses one picture for both sides, also if uploaded twice', async () => {
    const [front, twin] = [await sendPicture(server, user, 1), await sendPicture(server, user, 1)];
    for (const reverse_pic of [front.id, twin.id]) {
      const claim = await claimOf(user, { front_pic: front.id, reverse_pic });
      expect(await submit(user, claim)).toMatchObject({ code: codes.picturesSame, data: { field: 'reverse_pic' } });
    }
    expect(await rowsOf('verification')).toEqual([]);
    expect((await submit(user, await claimOf(user))).code).toBe(codes.ok);
  });

  test('reports each missing field by name', async () => {
    const claim = await claimOf(user);
    for (const field of ['name', 'card_id', 'front_pic', 'reverse_pic']) {
      expect((await submit(user, { ...claim, [field]: undefined })).data).toEqual({ field });
      expect((await submit(user, { ...claim, [field]: '' })).data).toEqual({ field });
    }
    expect((await submit(user, { ...claim, card_id: '<script>' })).data).toEqual({ field: 'card_id' });
    expect((await submit(user, { ...claim, client_id: 'x' })).data).toEqual({ field: 'client_id' });
    expect(await rowsOf('verification')).toEqual([]);
  });

  test('R-SES-14 is refused for demos and visitors', async () => {
    const authorization = await server.demo();
    expect((await server.call('POST', path, {}, { authorization })).code).toBe(codes.onlyRealAccount);
    expect((await server.call('GET', '/api/user_real/center', {}, { authorization })).code).toBe(codes.onlyRealAccount);
    expect((await server.call('POST', path, {})).code).toBe(codes.sessionExpired);
  });
});

describe('R-KYC-07 a submission is complete, sent once, and has the user’s own pictures', () => {
  test('another user’s, another company’s or a missing upload is not found, and nothing is stored', async () => {
    const claim = await claimOf(user);
    const stranger = await claimOf(await server.realUser());
    const foreigner = await claimOf(await server.realUser(otherHost));
    const links = await sendPicture(server, await server.realUser());
    const wrong = [
      stranger['front_pic'],
      foreigner['front_pic'],
      links.url,
      'f'.repeat(32),
      'https://example.com/me.jpg',
    ];
    for (const reverse_pic of wrong)
      expect((await submit(user, { ...claim, reverse_pic })).code).toBe(codes.uploadNotFound);
    for (const front_pic of wrong)
      expect((await submit(user, { ...claim, front_pic })).code).toBe(codes.uploadNotFound);
    expect(await rowsOf('verification')).toEqual([]);
    expect(await rowsOf('upload where submitted_at_ms is not null')).toEqual([]);
  });

  test('a repeated request gets the same answer; another under its id is a conflict', async () => {
    const claim = { ...(await claimOf(user)), client_id: randomUUID() };
    const [first, twin] = await Promise.all([submit(user, claim), submit(user, claim)]);
    expect([first.code, twin.code]).toEqual([codes.ok, codes.ok]);
    expect((await submit(user, claim)).data).toEqual(first.data);
    expect((await submit(user, { ...claim, name: 'Somebody Else' })).code).toBe(codes.idempotencyConflict);
    expect(await rowsOf('verification')).toHaveLength(1);
  });

  test('is refused while one is under review or approved, and of two concurrent ones one is accepted', async () => {
    const claim = await claimOf(user);
    const both = await Promise.all([submit(user, claim), submit(user, claim)]);
    expect(both.map(({ code }) => code).sort((a, b) => a - b)).toEqual([codes.ok, codes.verificationWaiting]);
    await decide(1, 'approve');
    expect((await submit(user, claim)).code).toBe(codes.verificationApproved);
    expect(await center(user)).toMatchObject({ review_status: 2, reviewed_at: expect.any(Number) });
  });

  test('a rejection shows its reason and allows a new submission', async () => {
    const claim = await claimOf(user);
    await submit(user, claim);
    await decide(1, 'reject', { remark: 'The picture is blurred' });
    expect(await center(user)).toMatchObject({ review_status: 0, remark: 'The picture is blurred' });
    const { reverse_pic = '' } = claim;
    expect((await submit(user, await claimOf(user, { reverse_pic }))).data).toMatchObject({
      review_status: 1,
      remark: '',
    });
  });
});

describe('R-KYC-06 one document number belongs to one person of a company', () => {
  test('however it is typed, while another submission with it is under review or approved, in this company only', async () => {
    await submit(user, await claimOf(user));
    const other = await server.realUser();
    expect((await submit(other, await claimOf(other, { card_id: '12-ab-3456' }))).code).toBe(codes.documentNumberUsed);
    const elsewhere = await server.realUser(otherHost);
    expect((await submit(elsewhere, await claimOf(elsewhere))).code).toBe(codes.ok);
    await decide(1, 'reject', { remark: 'not readable' });
    expect((await submit(other, await claimOf(other))).code).toBe(codes.ok);
    expect((await submit(user, await claimOf(user))).code).toBe(codes.documentNumberUsed);
  });

  test('of concurrent submissions one is accepted', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => server.realUser()));
    const claims = await Promise.all(users.map(async (who) => [who, await claimOf(who)] as const));
    const answers = await Promise.all(claims.map(([who, claim]) => submit(who, claim)));
    const used = codes.documentNumberUsed;
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([codes.ok, used, used, used]);
  });

  test('R-KYC-04 name and number are stored encrypted, and are unreadable without the keys', async () => {
    await submit(user, await claimOf(user));
    const { rows } = await server.open.pool.query('select v::text from verification v');
    const text = JSON.stringify(rows);
    for (const plain of ['Lovelace', '12AB3456', '12ab3456']) {
      expect(text).not.toContain(plain);
      expect(text).not.toContain(Buffer.from(plain).toString('hex'));
    }
    server.keyRing = toKeyRing(`${'11'.repeat(32)} ${randomBytes(32).toString('hex')}`);
    await server.restart();
    expect((await server.call('GET', '/api/user_real/center', {}, headers(user))).code).toBe(codes.internal);
  });
});
