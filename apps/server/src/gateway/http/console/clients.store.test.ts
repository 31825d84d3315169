import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, iban, openDesk, otherTronAddress, Trader } from '../../../../../../testkit/money-desk.ts';
import { headersOf } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

type Who = { readonly authorization: string; readonly host: string; readonly id: number; readonly email: string };

let server: TestServer;
let desk: Desk;
let support: Who;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  support = await server.operator('support');
});
afterAll(() => server.stop());

const pathOf = (uid: string, part: string) => `/api/console/users/${uid}/${part}`;
const get = (uid: string, part: string, who: object = support, fields: object = {}) =>
  server.call('GET', pathOf(uid, part), fields, headersOf(who as never));
const write = (uid: string, note: string, who: object = support, client_id = randomUUID()) =>
  server.call('POST', pathOf(uid, 'notes'), { note, client_id }, headersOf(who as never));
const notesOf = async (uid: string, fields: object = {}) => (await get(uid, 'notes', support, fields)).data;

describe('R-CON-32 notes about a client', () => {
  test('are listed newest first with operator and time, page by page, and none can be changed or removed', async () => {
    const { uid } = await server.realUser();
    const cashier = await server.operator('cashier');
    expect(await notesOf(uid)).toEqual({ data: [], total: 0 });
    expect((await write(uid, '  Called about the payout.  ')).code).toBe(codes.ok);
    const atMs = server.clock.nowMs();
    expect((await write(uid, '=1+1', cashier)).code).toBe(codes.ok);
    const { data, total } = await notesOf(uid);
    expect(total).toBe(2);
    expect(data.map(({ note, operator }: Record<string, string>) => [note, operator])).toEqual([
      ['=1+1', cashier.email],
      ['Called about the payout.', support.email],
    ]);
    expect(Math.abs(data[1].at - atMs)).toBeLessThan(60_000);
    expect((await notesOf(uid, { per_page: 1, page: 2 })).data).toEqual([data[1]]);
    for (const change of [`update client_note set note = 'other'`, 'update client_note set at_ms = 1'])
      await expect(server.app.pool.query(change)).rejects.toThrow(/permission denied/);
    const listed = { method: 'GET', url: `${pathOf(uid, 'notes')}?format=csv`, headers: headersOf(support) } as const;
    expect((await server.server.app.inject(listed)).body).toContain(`'=1+1`);
  });

  test('are recorded without their words, which the erasure of a person must reach', async () => {
    const { uid } = await server.realUser();
    await write(uid, 'Moved house in spring.');
    const { rows } = await server.open.pool.query(
      `select action, reason, operator_id from audit_entry where subject = $1 and action = 'user-noted'`,
      [`user with uid ${uid}`],
    );
    expect(rows).toEqual([{ action: 'user-noted', reason: '', operator_id: support.id }]);
  });

  test('are kept once, however often the request is repeated; another note under the same id is refused', async () => {
    const { uid } = await server.realUser();
    const id = randomUUID();
    expect((await write(uid, 'Once only.', support, id)).code).toBe(codes.ok);
    expect((await write(uid, 'Once only.', support, id)).code).toBe(codes.ok);
    expect((await write(uid, 'Another one.', support, id)).code).toBe(codes.idempotencyConflict);
    expect((await notesOf(uid)).total).toBe(1);
  });

  test('are bounded: in length, and at a thousand a client', async () => {
    const { uid, id } = await server.realUser();
    for (const note of ['', 'ab', 'x'.repeat(2_001), 'a\u0000b', 'half \ud83d of a letter'])
      expect(await write(uid, note)).toMatchObject({ code: codes.invalidField, data: { field: 'note' } });
    await server.open.pool.query(
      `insert into client_note (company_id, user_id, operator_id, client_id, note, at_ms)
       select 1, $1, 1, n::text, 'earlier', n from generate_series(1, 999) as n`,
      [id],
    );
    expect((await write(uid, 'The thousandth.')).code).toBe(codes.ok);
    expect((await write(uid, 'One more.')).code).toBe(codes.tooManyClientNotes);
    expect((await notesOf(uid)).total).toBe(1_000);
  });

  test('are of one company, and not for dealers', async () => {
    const { uid } = await server.realUser();
    const stranger = await server.operator('admin', otherHost);
    expect((await write(uid, 'From elsewhere.', stranger)).code).toBe(codes.userNotFound);
    expect((await get(uid, 'notes', stranger)).code).toBe(codes.userNotFound);
    const dealer = await server.operator('dealer');
    expect((await get(uid, 'notes', dealer)).code).toBe(codes.notPermitted);
    expect((await notesOf(uid)).total).toBe(0);
  });
});

describe('R-CON-33 payout methods of a client, and notices to the client', () => {
  test('the methods are listed with their states, masked, with payees beside the verified name', async () => {
    const trader = await Trader.verified(server);
    const usable = await trader.bound(desk.payout.id);
    const removed = await trader.bound(desk.payout.id, otherTronAddress);
    const bank = {
      type: 2,
      bank_name: 'Test Bank',
      bank_swift: 'DEUTDEFF',
      payee_name: 'Grace Hopper',
      payee_account: iban,
    };
    await trader.bind(desk.bankPayout.id, '', bank);
    await trader.post('/api/wallet/del_draw_method', { id: removed });
    const answer = await get(trader.uid, 'payout-methods');
    expect(answer.data).toMatchObject({
      total: 3,
      data: [
        { kind: 'bank', state: 'held', destination: 'DE89••••3000', payee_name: 'Grace Hopper', payee_match: 'other' },
        { id: removed, kind: 'coin', state: 'removed', payee_match: 'none' },
        { id: usable, state: 'usable', destination: 'TR7N••••Lj6t', protocol: 'TRC20' },
      ],
    });
    expect(answer.data.data[0].usable_at).toBeGreaterThan(server.clock.nowMs());
    for (const word of [iban, otherTronAddress]) expect(answer.text).not.toContain(word);
    const dealer = await server.operator('dealer');
    expect((await get(trader.uid, 'payout-methods', dealer)).code).toBe(codes.notPermitted);
  });

  test('notices are listed newest first, in English, with whether they were read', async () => {
    const trader = await Trader.verified(server);
    await trader.bound(desk.payout.id);
    await trader.fund('100');
    const { data } = await get(trader.uid, 'notices');
    expect(data.data.map(({ kind }: { kind: string }) => kind)).toEqual(['deposit-credited', 'method-bound']);
    expect(data.data[0]).toMatchObject({ is_read: false, text: expect.stringContaining('100.00') as string });
    await trader.post('/v1/api/notice/read', { until: server.clock.nowMs() + 1 });
    const read = await get(trader.uid, 'notices');
    expect(read.data.data.map((row: { is_read: boolean }) => row.is_read)).toEqual([true, true]);
    const other = await Trader.verified(server);
    expect((await get(other.uid, 'notices')).data.total).toBe(0);
  });
});
