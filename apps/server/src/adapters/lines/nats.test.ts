import { spawn } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { hasNats, makeNkey, NatsProcess } from '../../../../../testkit/line-rigs.ts';
import { BodyTooLongError, LineBrokenError, type LineClient } from '../../ports/lines.ts';
import { LineSettingError } from './line-address.ts';
import { connectNats, type NatsClientOptions } from './nats-client.ts';
import { serveNats } from './nats-server.ts';

const subject = 'candor.test.core.0';
const bytes = (text: string) => Buffer.from(text);

test('R-RUN-63 an address or subject that cannot be used is refused by name', () => {
  for (const url of ['', 'http://127.0.0.1:4222', '127.0.0.1:4222'])
    expect(() => connectNats({ url, subject })).toThrow(LineSettingError);
  for (const wrong of ['', 'candor.>', 'candor..x', 'candor core'])
    expect(() => connectNats({ url: 'nats://127.0.0.1:4222', subject: wrong })).toThrow(LineSettingError);
});

describe.runIf(hasNats)('a line over NATS', () => {
  const opened: { close(): Promise<void> }[] = [];
  let nats: NatsProcess;
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await one.close();
    await nats.remove();
  });

  function join(options: Partial<NatsClientOptions> = {}): LineClient {
    const client = connectNats({ url: nats.url, subject, ...options });
    opened.push(client);
    return client;
  }

  function serve(options: Partial<NatsClientOptions> = {}) {
    const server = serveNats({ url: nats.url, subject, ...options });
    opened.push(server);
    server.answer('echo', (body) => body);
    return server;
  }

  const untilUp = (client: LineClient) =>
    new Promise<void>((resolve) => {
      if (client.isUp) resolve();
      else client.onChange((isUp) => isUp && resolve());
    });

  const refusal = (options: Partial<NatsClientOptions>) =>
    new Promise<Error>((resolve) => void join({ ...options, onError: resolve }));

  test('R-RUN-63 a question is refused at once while nobody answers, and when its server has gone', async () => {
    nats = await NatsProcess.start();
    const client = join();
    await expect(client.ask('echo', bytes(''))).rejects.toBeInstanceOf(LineBrokenError);
    serve();
    await untilUp(client);
    expect(Buffer.from(await client.ask('echo', bytes('up'))).toString()).toBe('up');
  });

  test('R-RUN-63 a server that is killed is noticed by the next heartbeat, not only by its silence', async () => {
    nats = await NatsProcess.start();
    const script = `import { serveNats } from ${JSON.stringify(new URL('nats-server.ts', import.meta.url).href)};
      const server = serveNats({ url: ${JSON.stringify(nats.url)}, subject: ${JSON.stringify(subject)} });
      server.answer('never', () => new Promise(() => undefined));
      setInterval(() => undefined, 1_000);`;
    const args = ['--import', 'tsx', '--input-type=module', '-e', script];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    try {
      const client = join();
      await untilUp(client);
      const question = client.ask('never', bytes('')).catch((error: Error) => error);
      await client.ask('unknown', bytes('')).catch(() => undefined);
      child.kill('SIGKILL');
      expect(await question).toMatchObject({ name: 'LineBrokenError', message: expect.stringContaining('no server') });
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('R-RUN-63 a server and a client that start before NATS find each other once it is there', async () => {
    nats = await NatsProcess.start();
    await nats.kill();
    const server = serve();
    const client = join();
    expect(client.isUp).toBe(false);
    await nats.start();
    await untilUp(client);
    expect([client.isBrokerAway, server.isBrokerAway]).toEqual([false, false]);
  });

  test('R-RUN-04 both ends know whether NATS is away, and a client whether only its server is', async () => {
    nats = await NatsProcess.start();
    const client = join();
    expect(client.isBrokerAway).toBe(true);
    const server = serve();
    expect(server.isBrokerAway).toBe(true);
    await untilUp(client);
    expect([client.isBrokerAway, server.isBrokerAway]).toEqual([false, false]);
    const untilDown = () =>
      new Promise<void>((resolve) => {
        const stop = client.onChange((isUp) => {
          if (isUp) return;
          stop();
          resolve();
        });
      });
    const down = untilDown();
    await nats.kill();
    await down;
    expect(client.isBrokerAway).toBe(true);
    await expect.poll(() => server.isBrokerAway).toBe(true);
    await nats.start();
    await untilUp(client);
    const left = untilDown();
    await server.close();
    await left;
    expect(client.isBrokerAway).toBe(false);
  });

  test('R-RUN-63 a body above the limit of NATS is refused by name, in each direction', async () => {
    nats = await NatsProcess.start('max_payload: 16384');
    const server = serve();
    server.answer('long', () => new Uint8Array(20_000));
    const client = join();
    await untilUp(client);
    await expect(client.ask('echo', new Uint8Array(20_000))).rejects.toBeInstanceOf(BodyTooLongError);
    await expect(client.ask('long', bytes(''))).rejects.toMatchObject({ name: 'BodyTooLongError' });
    expect(() => server.publish('topic', new Uint8Array(20_000))).toThrow(BodyTooLongError);
    expect(client.isUp).toBe(true);
  });

  test('R-RUN-63 user and password come from the address; without them nothing is reached', async () => {
    nats = await NatsProcess.start('authorization { user: candor, password: "p@ss" }');
    const url = nats.url.replace('//', '//candor:p%40ss@');
    serve({ url });
    const client = join({ url });
    await untilUp(client);
    expect((await refusal({})).message).toMatch(/authorization/i);
  });

  test('R-RUN-63 an nkey opens the line, and only on its own subjects', async () => {
    const { seed, publicKey } = makeNkey();
    nats = await NatsProcess.start(
      `authorization { users: [{ nkey: ${publicKey}, permissions: { publish: "${subject}.>", subscribe: "${subject}.>" } }] }`,
    );
    serve({ nkeySeed: seed });
    const client = join({ nkeySeed: seed });
    await untilUp(client);
    const { message } = await refusal({ nkeySeed: seed, subject: 'candor.other.core.0' });
    expect(message).toMatch(/permission/i);
    expect((await refusal({ nkeySeed: makeNkey().seed })).message).toMatch(/authorization/i);
  });
});
