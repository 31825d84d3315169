import { pathOf } from '@candor/contracts/http/paths';
import { describe, expect, it } from 'vitest';
import { CallError, createClient } from './client.ts';
import { createIntents, memoryStore } from './intents.ts';
import { createMoney } from './money.ts';

type Answer = 'lost' | { readonly code: number; readonly data: unknown };

const ok = (data: unknown = null): Answer => ({ code: 1, data });

/** A server that answers each path from its own list, repeating the last answer. */
function setUp(answers: Readonly<Record<string, readonly Answer[]>>, store = memoryStore()) {
  const sent: { readonly path: string; readonly id: string | null }[] = [];
  const counts = new Map<string, number>();
  const client = createClient({
    origin: '',
    language: () => 'en',
    token: () => 'token',
    onSessionExpired: () => {},
    sleep: () => Promise.resolve(),
    fetch: async (input, init) => {
      const [path = '', query = ''] = input.split('?');
      const body = init.body === undefined ? null : (JSON.parse(init.body) as { client_id?: string });
      sent.push({ path, id: body?.client_id ?? new URLSearchParams(query).get('client_id') });
      const count = counts.get(path) ?? 0;
      counts.set(path, count + 1);
      const answer = answers[path]?.[count] ?? answers[path]?.at(-1) ?? 'lost';
      if (answer === 'lost') throw new TypeError('connection reset');
      return new Response(JSON.stringify({ ...answer, msg: `message ${answer.code}` }));
    },
  });
  const intents = createIntents(store);
  return { money: createMoney(client, intents), intents, sent, store };
}

const draw = pathOf('requestWithdrawal');
const command = pathOf('command');
const asked = { draw_currency_id: 1, draw_method_id: 2, number: '500' };
const idsTo = (sent: readonly { path: string; id: string | null }[], path: string) =>
  new Set(sent.filter((call) => call.path === path).map(({ id }) => id));

describe('a request that moves money (R-FND-82)', () => {
  it('is repeated with the same id until its answer arrives', async () => {
    const { money, sent, intents } = setUp({ [draw]: ['lost', 'lost', ok()] });
    expect(await money.send('requestWithdrawal', asked)).toBe('done');
    expect(idsTo(sent, draw).size).toBe(1);
    expect(intents.pending()).toEqual([]);
  });

  it('without an answer is looked up under its id', async () => {
    const { money, sent, intents } = setUp({ [draw]: ['lost'], [command]: [ok({ status: 'done', order: null })] });
    expect(await money.send('requestWithdrawal', asked)).toBe('done');
    expect(idsTo(sent, command)).toEqual(idsTo(sent, draw));
    expect(intents.pending()).toEqual([]);
  });

  it('found to be refused is rejected with the server’s own message', async () => {
    const refusal = { status: 'refused', code: 1301, msg: 'Not enough' };
    const { money } = setUp({ [draw]: ['lost'], [command]: [ok(refusal)] });
    await expect(money.send('requestWithdrawal', asked)).rejects.toMatchObject({ code: 1301, message: 'Not enough' });
  });

  it('with an unknown outcome throws, and the next press repeats it', async () => {
    const store = memoryStore();
    const first = setUp({ [draw]: ['lost'], [command]: ['lost'] }, store);
    await expect(first.money.send('requestWithdrawal', asked)).rejects.toBeInstanceOf(CallError);
    const second = setUp({ [draw]: [ok()], [command]: [ok({ status: 'unknown' })] }, store);
    expect(await second.money.send('requestWithdrawal', asked)).toBe('done');
    expect(idsTo(second.sent, draw)).toEqual(idsTo(first.sent, draw));
  });

  it('sends nothing more if an earlier one turns out to have been executed', async () => {
    const store = memoryStore();
    const first = setUp({ [draw]: ['lost'], [command]: ['lost'] }, store);
    await expect(first.money.send('requestWithdrawal', asked)).rejects.toBeInstanceOf(CallError);
    const second = setUp({ [draw]: [ok()], [command]: [ok({ status: 'done', order: null })] }, store);
    expect(await second.money.send('requestWithdrawal', { ...asked, number: '600' })).toBe('earlier');
    expect(idsTo(second.sent, draw).size).toBe(0);
    expect(await second.money.wasDone('requestWithdrawal')).toBe(false);
  });

  it('pressed twice at once is sent once', async () => {
    const { money, sent } = setUp({ [draw]: [ok()] });
    await Promise.all([money.send('requestWithdrawal', asked), money.send('requestWithdrawal', asked)]);
    expect(sent).toHaveLength(1);
  });
});
