import type { LineClient } from '../apps/server/src/ports/lines.ts';
import { decode, encode } from '../apps/server/src/trading/codec.ts';
import { type LineKind, type LineRig, lineKinds } from '../testkit/line-rigs.ts';
import { median, type Size, type Suite, toFigure, toSkipped } from './figure.ts';

// Processor time of a question and its answer, both ends together with JSON at each, over every kind of line. That of
// nats-server itself is not part of it.

const plans: Record<Size, { readonly rounds: number; readonly questions: number }> = {
  full: { rounds: 9, questions: 20_000 },
  tiny: { rounds: 2, questions: 200 },
};

/** Questions under way at a time. */
const atOnce = 64;
const names = ['local', 'frames over a Unix socket', 'frames over TCP', 'nats'] as const;
const figureName = (name: string) => `question over a line: ${name}`;

export const lines: Suite = {
  name: 'lines',
  figureNames: () => names.map(figureName),
  async run(size, say) {
    const { rounds, questions } = plans[size];
    const kinds = names.flatMap((name) => lineKinds.find((kind) => kind.name === name) ?? []);
    const open = await Promise.all(kinds.map(openLine));
    try {
      const times = new Map(kinds.map(({ name }) => [name, [] as number[]]));
      // In turns, so that all meet the same machine; the first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        say(`lines, round ${round} of ${rounds}`);
        for (const { name, client } of open) {
          const us = await usPerQuestion(client, questions);
          if (round > 0) times.get(name)?.push(us);
        }
      }
      const inProcess = median(times.get('local') ?? []);
      return names.map((name) => {
        const measured = times.get(name);
        if (measured === undefined) return toSkipped(figureName(name), 'µs', 'nats-server is not installed');
        return toFigure(figureName(name), 'µs', measured, name === 'local' ? {} : { 'within the process': inProcess });
      });
    } finally {
      for (const { rig, close } of open) {
        await close();
        await rig.close();
      }
    }
  },
};

interface OpenLine {
  readonly name: string;
  readonly rig: LineRig;
  readonly client: LineClient;
  close(): Promise<void>;
}

async function openLine({ name, open }: LineKind): Promise<OpenLine> {
  const rig = await open();
  const server = await rig.serve();
  server.answer('order', (body) => {
    const { accountId, lots } = decode(Buffer.from(body).toString()) as { accountId: number; lots: bigint };
    return Buffer.from(encode({ kind: 'done', orderId: accountId, margin: lots }));
  });
  const client = rig.connect();
  await new Promise<void>((resolve) => {
    if (client.isUp) resolve();
    else client.onChange((isUp) => isUp && resolve());
  });
  return {
    name,
    rig,
    client,
    async close() {
      await client.close();
      await server.close();
    },
  };
}

/** Microseconds of this process's processor time a question, many under way. */
async function usPerQuestion(client: LineClient, questions: number): Promise<number> {
  let left = questions;
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      const question = {
        type: 'PlaceOrder',
        accountId: left,
        lots: 10n,
        side: 'buy',
        clientId: `id-${left}-of-a-client`,
      };
      const answer = decode(Buffer.from(await client.ask('order', Buffer.from(encode(question)))).toString());
      if ((answer as { orderId: number }).orderId < 0) throw new Error('The answer belongs to the question');
    }
  };
  const began = process.cpuUsage();
  await Promise.all(Array.from({ length: atOnce }, ask));
  const { user, system } = process.cpuUsage(began);
  return (user + system) / questions;
}
