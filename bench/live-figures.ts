import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Size, type Suite, toFigure } from './figure.ts';
import type { Plan, Served } from './live-figures-server.ts';
import { doors, frame } from './order-doors.ts';
import { instrumentCount } from './quotes-out-ways.ts';

// Live figures of watched accounts: processor time of the server for one push, with the engine's valuation, the message
// and the write to a real socket, and its share of a core at 5 pushes a second of each account.

const plans: Record<Size, Omit<Plan, 'moving' | 'isWithin'> & { readonly rounds: number }> = {
  full: { accounts: 1_000, orders: 20, ms: 5_000, rounds: 3 },
  tiny: { accounts: 5, orders: 3, ms: 700, rounds: 1 },
};
const pushesPerSecond = 5;
const flow = { all: instrumentCount, few: 4 };

const pushName = 'a push of an account, every price moving';
const withinName = 'the same without the write to a socket';
const shareWithinName = 'the same, percent of a core';
const shareName = ({ accounts, orders }: Omit<Plan, 'moving' | 'isWithin'>) =>
  `${accounts} accounts × ${orders} orders × ${pushesPerSecond} a second, percent of a core`;
const pushesFewName = `pushes a second with ${flow.few} of ${flow.all} prices moving`;
const shareFewName = `percent of a core with ${flow.few} of ${flow.all} prices moving`;

export const liveFigures: Suite = {
  name: 'live-figures',
  figureNames: (size) => [pushName, shareName(plans[size]), withinName, shareWithinName, pushesFewName, shareFewName],
  async run(size, say) {
    const { rounds, ...plan } = plans[size];
    const all: Measured[] = [];
    const within: Measured[] = [];
    const few: Measured[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      say(`${plan.accounts} accounts with ${plan.orders} orders, round ${round}`);
      const one = await measure({ ...plan, moving: flow.all, isWithin: false });
      const other = await measure({ ...plan, moving: flow.all, isWithin: true });
      const quiet = await measure({ ...plan, moving: flow.few, isWithin: false });
      if (round === 0) continue;
      all.push(one);
      within.push(other);
      few.push(quiet);
    }
    const us = ({ usedUs, pushes }: Measured) => usedUs / pushes;
    const perSecond = plan.accounts * pushesPerSecond;
    return [
      toFigure(pushName, 'µs', all.map(us)),
      toFigure(
        shareName(plan),
        '%',
        all.map((one) => (us(one) * perSecond) / 10_000),
        { 'the aim': 25 },
      ),
      toFigure(withinName, 'µs', within.map(us)),
      toFigure(
        shareWithinName,
        '%',
        within.map((one) => (us(one) * perSecond) / 10_000),
      ),
      toFigure(
        pushesFewName,
        '1/s',
        few.map(({ pushes }) => (pushes * 1_000) / plan.ms),
      ),
      toFigure(
        shareFewName,
        '%',
        few.map(({ usedUs }) => usedUs / plan.ms / 10),
      ),
    ];
  },
};

interface Measured {
  readonly usedUs: number;
  readonly pushes: number;
}

async function measure(plan: Plan): Promise<Measured> {
  const script = fileURLToPath(new URL('./live-figures-server.ts', import.meta.url));
  const child = fork(script, ['--serve', JSON.stringify(plan)], { execArgv: ['--import', 'tsx'] });
  const { port = 0 } = await nextFrom(child);
  const sockets = plan.isWithin ? [] : await watchAll(port, plan.accounts);
  child.send('begin');
  await new Promise((resolve) => setTimeout(resolve, plan.ms));
  child.send('report');
  const { usedUs = 0, pushes = 0 } = await nextFrom(child);
  for (const socket of sockets) socket.destroy();
  child.disconnect();
  if (child.exitCode === null) await once(child, 'exit');
  return { usedUs, pushes };
}

async function nextFrom(child: ChildProcess): Promise<Served> {
  const [served] = (await once(child, 'message')) as [Served];
  return served;
}

/** Opens a socket for each account, which watches its figures and reads without looking. */
async function watchAll(port: number, accounts: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  const shared = Buffer.allocUnsafe(256 * 1_024);
  for (let account = 1; account <= accounts; account += 1) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    await doors.sockets.prepare(socket, 'localhost', String(account));
    const first = once(socket, 'data');
    socket.write(frame(JSON.stringify({ type: 'sub', params: { topic: 'FOREX_TRADE' } })), 'latin1');
    await first;
    socket.on('data', (chunk: Buffer) => chunk.copy(shared, 0, 0, 1));
    sockets.push(socket);
  }
  return sockets;
}
