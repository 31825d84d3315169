import { afterEach, describe, expect, test } from 'vitest';
import { type LineRig, lineKinds } from '../../../../../testkit/line-rigs.ts';
import {
  AnswererError,
  BodyTooLongError,
  bodyMax,
  LineBrokenError,
  LineBusyError,
  type LineClient,
} from '../../ports/lines.ts';

const bytes = (text: string) => Buffer.from(text);
const text = (body: Uint8Array) => Buffer.from(body).toString();
const never = () => new Promise<Uint8Array>(() => undefined);

/** Resolves once the line is up, or up to a certain server. */
function untilUp(client: LineClient, rank?: number): Promise<void> {
  const isThere = () => client.isUp && (rank === undefined || client.peer?.rank === rank);
  return new Promise((resolve) => {
    if (isThere()) return resolve();
    const stop = client.onChange(() => {
      if (!isThere()) return;
      stop();
      resolve();
    });
  });
}

const untilDown = (client: LineClient) =>
  new Promise<void>((resolve) => {
    if (!client.isUp) return resolve();
    const stop = client.onChange((isUp) => {
      if (isUp) return;
      stop();
      resolve();
    });
  });

/** Follows a topic and records what arrives. */
function record(client: LineClient, topic: string) {
  const seen: string[] = [];
  const stop = client.follow(topic, {
    onMessage: (body) => seen.push(text(body)),
    onGap: () => seen.push('gap'),
  });
  return { seen, stop };
}

describe.each(lineKinds)('R-RUN-60 a line of kind: $name', ({ open }) => {
  const opened: { close(): Promise<void> }[] = [];
  let rig: LineRig;
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await rig.close();
  });

  async function join(options: { readonly openMax?: number; readonly waitingMax?: number } = {}) {
    rig = await open();
    const { openMax, ...serving } = options;
    const server = await rig.serve(serving);
    const client = rig.connect(openMax);
    opened.push(client);
    server.answer('echo', (body) => body);
    server.answer('never', never);
    server.answer('fail', () => Promise.reject(new RangeError('the level is out of range')));
    await untilUp(client);
    return { server, client };
  }

  test('knows without a client that nobody follows a topic, and of a follower before the first push', async () => {
    rig = await open();
    const server = await rig.serve();
    expect(server.isFollowed('ticks')).toBe(false);
    server.answer('echo', (body) => body);
    const client = rig.connect();
    opened.push(client);
    await untilUp(client);
    const { seen, stop } = record(client, 'ticks');
    await client.ask('echo', bytes('the line is in order: the server has the follower now'));
    expect(server.isFollowed('ticks')).toBe(true);
    server.publish('ticks', bytes('one'));
    await expect.poll(() => seen).toContain('one');
    stop();
  });

  test('answers questions, also many at a time and in another order', async () => {
    const { server, client } = await join();
    const waiting: (() => void)[] = [];
    server.answer('held', (body) => new Promise((resolve) => waiting.push(() => resolve(body))));
    const held = [1, 2, 3].map((at) => client.ask('held', bytes(`held ${at}`)));
    const many = Array.from({ length: 2_000 }, (_, at) => client.ask('echo', bytes(`question ${at}`)));
    expect((await Promise.all(many)).map(text)).toEqual(many.map((_, at) => `question ${at}`));
    for (const answer of waiting.toReversed()) answer();
    expect((await Promise.all(held)).map(text)).toEqual(['held 1', 'held 2', 'held 3']);
    expect(await client.ask('echo', new Uint8Array())).toHaveLength(0);
    const long = Buffer.alloc(bodyMax, 7);
    expect(Buffer.from(await client.ask('echo', long)).equals(long)).toBe(true);
  });

  test('passes the errors of handlers on by name, and refuses a question that nothing answers', async () => {
    const { client } = await join();
    const error = await client.ask('fail', bytes('')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AnswererError);
    expect(error).toMatchObject({ name: 'RangeError', message: 'the level is out of range' });
    await expect(client.ask('unknown', bytes(''))).rejects.toMatchObject({ name: 'NoAnswererError' });
    expect(text(await client.ask('echo', bytes('still up')))).toBe('still up');
  });

  test('rejects every open question at once when it breaks, and comes back by itself', async () => {
    const { client } = await join();
    const changes: boolean[] = [];
    client.onChange((isUp) => changes.push(isUp));
    const open = Array.from({ length: 50 }, () => client.ask('never', bytes('')).catch((error: unknown) => error));
    await client.ask('echo', bytes('sent'));
    const startMs = performance.now();
    await rig.cut();
    for (const error of await Promise.all(open)) expect(error).toBeInstanceOf(LineBrokenError);
    expect(performance.now() - startMs).toBeLessThan(1_000);
    await expect(client.ask('echo', bytes(''))).rejects.toBeInstanceOf(LineBrokenError);
    expect([client.isUp, client.peer]).toEqual([false, null]);
    await rig.restore();
    await untilUp(client);
    expect(text(await client.ask('echo', bytes('again')))).toBe('again');
    expect(changes).toEqual([false, true]);
  });

  test('finds a half-open connection within two seconds', async () => {
    const { client } = await join();
    const question = client.ask('never', bytes('')).catch((error: unknown) => error);
    await client.ask('echo', bytes('sent'));
    const startMs = performance.now();
    rig.silence();
    expect(await question).toBeInstanceOf(LineBrokenError);
    // The bound is two seconds; a busy machine gets one more.
    expect(performance.now() - startMs).toBeLessThan(3_000);
    await rig.restore();
    await untilUp(client);
    expect(text(await client.ask('echo', bytes('again')))).toBe('again');
  });

  test('refuses bodies above the bound by name, in each direction', async () => {
    const { server, client } = await join();
    const long = new Uint8Array(bodyMax + 1);
    server.answer('long', () => long);
    await expect(client.ask('echo', long)).rejects.toBeInstanceOf(BodyTooLongError);
    await expect(client.ask('long', bytes(''))).rejects.toMatchObject({ name: 'BodyTooLongError' });
    expect(() => server.publish('topic', long)).toThrow(BodyTooLongError);
    expect(client.isUp).toBe(true);
  });

  test('refuses questions above the bound of open ones, until there is room', async () => {
    const { client } = await join({ openMax: 3 });
    const open = [1, 2, 3].map(() => client.ask('never', bytes('')).catch((error: unknown) => error));
    await expect(client.ask('echo', bytes(''))).rejects.toBeInstanceOf(LineBusyError);
    await rig.cut();
    await Promise.all(open);
    await rig.restore();
    await untilUp(client);
    expect(text(await client.ask('echo', bytes('room')))).toBe('room');
  });

  test('delivers the pushes of a topic in order to each follower, and reports a gap after a break', async () => {
    const { server, client } = await join();
    const [first, second] = [record(client, 'quotes'), record(client, 'quotes')];
    await client.ask('echo', bytes('followed'));
    for (const at of [1, 2, 3]) server.publish('quotes', bytes(`push ${at}`));
    server.publish('other', bytes('not followed'));
    await expect.poll(() => second.seen.length).toBe(3);
    expect(first.seen).toEqual(['push 1', 'push 2', 'push 3']);
    second.stop();
    await rig.cut();
    await untilDown(client);
    server.publish('quotes', bytes('missed'));
    await rig.restore();
    await untilUp(client);
    await client.ask('echo', bytes('followed'));
    server.publish('quotes', bytes('push 4'));
    await expect.poll(() => first.seen.at(-1)).toBe('push 4');
    expect(first.seen.slice(3).filter((one) => one !== 'gap')).toEqual(['push 4']);
    expect(first.seen[3]).toBe('gap');
    expect(second.seen).toHaveLength(3);
  });

  test('reports the gap to a follower that began to follow while the line was down', async () => {
    const { client } = await join();
    await rig.cut();
    await untilDown(client);
    const { seen } = record(client, 'quotes');
    await rig.restore();
    await untilUp(client);
    expect(seen).toEqual(['gap']);
  });

  test('cuts a slow consumer off, reports the gap to it, and goes on', async () => {
    const { server, client } = await join({ waitingMax: 1_000_000 });
    const { seen } = record(client, 'flood');
    await client.ask('echo', bytes('followed'));
    // All in one turn: the consumer cannot read any of it meanwhile.
    const body = Buffer.alloc(1_000, 'x');
    for (let at = 0; at < 4_000; at += 1) server.publish('flood', body);
    await expect.poll(() => seen.includes('gap')).toBe(true);
    expect(seen.indexOf('gap')).toBeLessThan(2_500);
    server.publish('flood', bytes('after'));
    await expect.poll(() => seen.at(-1)).toBe('after');
    expect(seen.length).toBeLessThan(2_500);
  });

  test('goes over to a new leader, and never back to one of a lower rank', async () => {
    const { server, client } = await join();
    const { seen } = record(client, 'quotes');
    const open = client.ask('never', bytes('')).catch((error: unknown) => error);
    await client.ask('echo', bytes('sent'));
    const next = await rig.serve({ rank: 2 });
    opened.push(next);
    next.answer('echo', () => bytes('the new leader'));
    await server.close();
    expect(await open).toBeInstanceOf(LineBrokenError);
    await untilUp(client, 2);
    expect(text(await client.ask('echo', bytes('')))).toBe('the new leader');
    expect(seen.at(-1)).toBe('gap');
    opened.push(await rig.serve({ rank: 1 }));
    const ranks: (number | undefined)[] = [];
    client.onChange((isUp) => isUp && ranks.push(client.peer?.rank));
    await rig.cut();
    await rig.restore();
    await untilUp(client);
    expect(client.peer).toEqual(next.peer);
    // The leader that was replaced is the only one left, until there is a third.
    const last = await rig.serve({ rank: 3 });
    opened.push(last);
    await next.close();
    await untilUp(client, 3);
    expect(ranks.filter((rank) => rank === 1)).toEqual([]);
  });

  test('a closed client asks nothing more, and a closed server is noticed at once', async () => {
    const { server, client } = await join();
    const other = rig.connect();
    opened.push(other);
    await untilUp(other);
    const open = other.ask('never', bytes('')).catch((error: unknown) => error);
    await other.ask('echo', bytes('sent'));
    await client.close();
    await expect(client.ask('echo', bytes(''))).rejects.toBeInstanceOf(LineBrokenError);
    expect(text(await other.ask('echo', bytes('open')))).toBe('open');
    const startMs = performance.now();
    await server.close();
    expect(await open).toBeInstanceOf(LineBrokenError);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});
