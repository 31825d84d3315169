import { connect } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasNats, NatsProcess } from '../../../../../testkit/line-rigs.ts';
import { natsUsers } from '../../../../../testkit/nats-users.ts';
import { until } from '../../../../../testkit/until.ts';
import type { LineClient, LineServer } from '../../ports/lines.ts';
import { connectNats } from './nats-client.ts';
import { serveNats } from './nats-server.ts';

type Line = 'market' | 'core-0' | 'core-1';

/** Lines of each role. */
const roles = {
  market: { serves: ['market'], asks: [] },
  core: { serves: ['core-0', 'core-1'], asks: ['market'] },
  gateway: { serves: [], asks: ['market', 'core-0', 'core-1'] },
  jobs: { serves: [], asks: ['core-0', 'core-1'] },
} as const satisfies Record<string, { readonly serves: readonly Line[]; readonly asks: readonly Line[] }>;

type Role = keyof typeof roles;
const names = Object.keys(roles) as Role[];

const bytes = (text: string) => Buffer.from(text);
const subjectOf = (line: Line) => `candor.5f3a9c0e2b7d4188.${line}`;

describe.runIf(hasNats)('R-RUN-63 users of NATS by role', () => {
  const opened: { close(): Promise<void> }[] = [];
  let nats: NatsProcess;
  /** Subjects that were refused, by role. */
  let refused: string[];
  beforeEach(async () => {
    refused = [];
    // Each role's name is its password.
    nats = await NatsProcess.start(natsUsers(2, (role) => role));
  });
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await one.close();
    await nats.remove();
  });

  const optionsOf = (role: Role, line: Line) => ({
    url: nats.url.replace('//', `//${role}:${role}@`),
    subject: subjectOf(line),
    installation: '5f3a9c0e2b7d4188',
    onError: (error: Error) => refused.push(`${role} ${line}: ${error.message}`),
  });

  function serve(role: Role, line: Line, rank = 1): LineServer {
    const server = serveNats({ ...optionsOf(role, line), rank });
    opened.push(server);
    server.answer('who are you', () => bytes(role));
    return server;
  }

  function join(role: Role, line: Line): LineClient {
    const client = connectNats(optionsOf(role, line));
    opened.push(client);
    return client;
  }

  const servers = () => ({
    market: serve('market', 'market'),
    'core-0': serve('core', 'core-0'),
    'core-1': serve('core', 'core-1'),
  });
  const askers = names.flatMap((role) => roles[role].asks.map((line) => ({ role, line })));

  test('each role asks and follows the lines that it needs without a refusal', async () => {
    const serving = servers();
    for (const { role, line } of askers) {
      const client = join(role, line);
      const seen: string[] = [];
      client.follow('topic', { onMessage: (body) => seen.push(Buffer.from(body).toString()), onGap: () => undefined });
      await until(`${role} reaches ${line}`, () => client.isUp);
      expect(Buffer.from(await client.ask('who are you', bytes(''))).toString()).toBe(
        line === 'market' ? line : 'core',
      );
      serving[line].publish('topic', bytes('push'));
      await until('the push', () => seen.length === 1);
    }
    expect(refused).toEqual([]);
  });

  test('the command that hands over asks the leading core with the login of a core', async () => {
    servers();
    const client = join('core', 'core-0');
    await until('the line', () => client.isUp);
    expect(Buffer.from(await client.ask('who are you', bytes(''))).toString()).toBe('core');
  });

  const pretenders = names.flatMap((role) =>
    (['market', 'core-0'] as const)
      .filter((line) => !(roles[role].serves as readonly Line[]).includes(line))
      .map((line) => [role, line] as const),
  );
  test.each(pretenders)('%s cannot answer on the line %s, whatever epoch it claims', async (role, line) => {
    const honest = servers()[line];
    const client = join('gateway', line);
    await until('the line', () => client.isUp);
    serve(role, line, 99);
    await until('the refusal', () =>
      refused.some((text) => text.startsWith(`${role} ${line}`) && /permission/i.test(text)),
    );
    // With the next heartbeats the client would go over to it.
    let beats = 0;
    const owner = line === 'market' ? line : 'core';
    const counter = await connect({ servers: nats.url.replace('nats://', ''), user: owner, pass: owner });
    opened.push(counter);
    counter.subscribe(`${subjectOf(line)}.who`, {
      callback: () => {
        beats += 1;
      },
    });
    await until('two more heartbeats', () => beats > 1);
    expect(client.peer).toEqual(honest.peer);
  });

  test.each([
    ['gateway', 'market'],
    ['gateway', 'core-0'],
    ['jobs', 'core-0'],
    ['core', 'market'],
  ] as const)('a push that %s forges on the line %s reaches nobody', async (role, line) => {
    const honest = servers()[line];
    const client = join('gateway', line);
    const seen: string[] = [];
    client.follow('topic', { onMessage: (body) => seen.push(Buffer.from(body).toString()), onGap: () => undefined });
    await until('the line', () => client.isUp);
    // The server has the follower once it has answered.
    await client.ask('who are you', bytes(''));
    const forger = await connect({ servers: nats.url.replace('nats://', ''), user: role, pass: role });
    opened.push(forger);
    const head = Buffer.from([2, 1, 0, 0, 0]);
    forger.publish(`${subjectOf(line)}.i.${honest.peer.instance}.push.topic`, Buffer.concat([head, bytes('forged')]));
    await forger.flush();
    honest.publish('topic', bytes('honest'));
    await until('the honest push', () => seen.includes('honest'));
    expect(seen).toEqual(['honest']);
  });
});
