import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasNats, NatsProcess } from '../../../../../testkit/line-rigs.ts';
import { LocalLine } from '../../../../../testkit/local-line.ts';
import { LineBrokenError, type LineClient } from '../../ports/lines.ts';
import { type BaseClient, rankKeptMs } from './base-client.ts';
import { connectFrames } from './frames-client.ts';
import { serveFrames } from './frames-server.ts';

import { connectNats } from './nats-client.ts';
import { serveNats } from './nats-server.ts';

const closes: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closes.splice(0).toReversed()) await close();
});

const ask = async (client: LineClient) => Buffer.from(await client.ask('name', Buffer.from(''))).toString();

describe('R-RUN-73 a server of another installation is refused by name', () => {
  test('over a Unix socket that two installations share', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'candor-line-'));
    closes.push(() => rmSync(folder, { recursive: true }));
    const address = `unix:${join(folder, 'core-0.sock')}`;
    const foreign = await serveFrames({ address, installation: 'staging', rank: 9 });
    foreign.answer('name', () => Buffer.from('staging'));
    const errors: Error[] = [];
    const client = connectFrames({
      addresses: () => [address],
      installation: 'live',
      onError: (error) => errors.push(error),
    });
    closes.push(() => client.close());
    await expect
      .poll(() => client.refusal)
      .toMatch(/a server of another installation answers \(staging; this one is live\)/);
    expect(errors.map(({ message }) => message)).toEqual([client.refusal]);
    await expect(client.ask('name', Buffer.from(''))).rejects.toBeInstanceOf(LineBrokenError);
    await expect(serveFrames({ address, installation: 'live', rank: 10 })).rejects.toThrow(/another installation/);
    await foreign.close();
    const own = await serveFrames({ address, installation: 'live', rank: 1 });
    closes.push(() => own.close());
    own.answer('name', () => Buffer.from('live'));
    await expect.poll(() => client.isUp).toBe(true);
    expect(await ask(client)).toBe('live');
    expect(client.refusal).toBeNull();
  });

  test.runIf(hasNats)('over NATS, where a higher epoch does not make it the leader', async () => {
    const nats = await NatsProcess.start();
    closes.push(() => nats.remove());
    const subject = 'candor.test.core-0';
    for (const [installation, rank] of [
      ['staging', 9],
      ['live', 1],
    ] as const) {
      const server = serveNats({ url: nats.url, subject, installation, rank });
      closes.push(() => server.close());
      server.answer('name', () => Buffer.from(installation));
    }
    const errors: string[] = [];
    const client = connectNats({
      url: nats.url,
      subject,
      installation: 'live',
      onError: ({ message }) => errors.push(message),
    });
    closes.push(() => client.close());
    await expect.poll(() => client.isUp).toBe(true);
    await expect.poll(() => errors.join('')).toContain('another installation');
    expect(await ask(client)).toBe('live');
  });
});

test('R-RUN-74 a leader of an earlier epoch is asked once the later one has been silent for 30 s, as after a restore', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const line = new LocalLine();
  const client = line.connect();
  closes.push(() => client.close());
  const later = line.serve(9);
  await expect.poll(() => client.peer?.rank).toBe(9);
  await later.close();
  const restored = line.serve(3);
  restored.answer('name', () => Buffer.from('restored'));
  await expect.poll(() => client.refusal).toMatch(/has epoch 3 and no longer leads/);
  vi.advanceTimersByTime(rankKeptMs - 1_000);
  expect(() => (client as BaseClient).requireRank(restored.peer)).toThrow(/no longer leads/);
  expect(client.isUp).toBe(false);
  vi.advanceTimersByTime(2_000);
  await expect.poll(() => client.isUp).toBe(true);
  expect(await ask(client)).toBe('restored');
  expect(client.refusal).toBeNull();
  // From now on the restored epochs count.
  await restored.close();
  line.serve(4);
  await expect.poll(() => client.peer?.rank).toBe(4);
});
