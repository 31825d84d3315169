import { WebSocket } from 'ws';
import type { Member } from '../../testkit/cluster-member.ts';
import { shuffleNats } from '../../testkit/nats-shuffle.ts';
import { type ClusterStage, type Scenes } from './cluster-stage.ts';
import { delay } from './pace.ts';

const partedMs = 4_000;
const weatherMs = 5_000;
const delayMs = 120;
/** Share of messages that are lost, doubled and swapped each. */
const shuffled = 0.02;
/** Far less than the pushes of quotes. */
const slowBytesPerSecond = 4_000;
const idleSockets = 20;

type Way = 'databases' | 'lines';

/** Faults in the network between the roles, their database and NATS. */
export const networkFaults: Scenes = {
  "leading core's host lost": loseHost,
  'leading core parted from the database': partLeader,
  'leading core parted from NATS': (stage) => part(stage, 'leader', ['lines']),
  'gateway parted from NATS': (stage) => part(stage, 'gateway', ['lines']),
  'gateway parted from the database': (stage) => part(stage, 'gateway', ['databases']),
  'market parted from NATS': (stage) => part(stage, 'market', ['lines']),
  'standby core parted from everything': (stage) => part(stage, 'core', ['databases', 'lines']),
  'jobs parted from the database': (stage) => part(stage, 'jobs', ['databases']),
  'connections of every role cut': cutAll,
  'every message late': lateMessages,
  'messages lost, doubled and swapped': shuffleMessages,
  'gateway reads slowly': readSlowly,
  'browsers do not read': deafBrowsers,
};

/** Sets the state of a process's network. */
function setNetwork(stage: ClusterStage, member: Member, ways: readonly Way[], state: 'whole' | 'hole' | 'cut'): void {
  const { databases, lines } = stage.cluster.linksOf(member);
  if (ways.includes('databases')) for (const proxy of databases) proxy.state = state;
  if (ways.includes('lines') && lines !== null) lines.state = state;
}

/** The leader's host stops and nothing more arrives from it: a standby must wait until the lease has run out. */
async function loseHost(stage: ClusterStage): Promise<number> {
  const leader = await stage.leader();
  setNetwork(stage, leader, ['databases', 'lines'], 'hole');
  leader.signal('SIGSTOP');
  const beganMs = performance.now();
  const servingMs = await stage.msUntilServed(beganMs);
  await leader.kill();
  setNetwork(stage, leader, ['databases', 'lines'], 'cut');
  setNetwork(stage, leader, ['databases', 'lines'], 'whole');
  await stage.startCore(leader);
  return servingMs;
}

/** The leader lives and reaches gateways, but not its database: another one leads, and the old one ends when it is back. */
async function partLeader(stage: ClusterStage): Promise<number> {
  const leader = await stage.leader();
  setNetwork(stage, leader, ['databases'], 'hole');
  const beganMs = performance.now();
  // A commit that was on its way is confirmed.
  await delay(300);
  await stage.msUntilServed(performance.now());
  const servingMs = stage.confirmedMs - beganMs;
  setNetwork(stage, leader, ['databases'], 'whole');
  await stage.expectDeposed(leader);
  return servingMs;
}

/** Holds the traffic of one process, then lets all of it through; resolves to the time until orders are served after it. */
async function part(
  stage: ClusterStage,
  who: 'leader' | 'gateway' | 'market' | 'core' | 'jobs',
  ways: readonly Way[],
): Promise<number> {
  const member = who === 'leader' ? await stage.leader() : await stage.follower(who);
  setNetwork(stage, member, ways, 'hole');
  await delay(partedMs);
  setNetwork(stage, member, ways, 'whole');
  const servingMs = await stage.msUntilServed(performance.now());
  await stage.reviveCores();
  return servingMs;
}

async function cutAll(stage: ClusterStage): Promise<number> {
  for (const member of membersOf(stage)) {
    const { databases, lines } = stage.cluster.linksOf(member);
    for (const proxy of [...databases, lines]) proxy?.reconnect();
  }
  const servingMs = await stage.msUntilServed(performance.now());
  await stage.reviveCores();
  return servingMs;
}

async function lateMessages(stage: ClusterStage): Promise<number> {
  const links = membersOf(stage).map((member) => stage.cluster.linksOf(member).lines);
  for (const link of links) if (link !== null) link.weather = { delayMs };
  const servingMs = await stage.msUntilServed(performance.now());
  await delay(weatherMs);
  for (const link of links) if (link !== null) link.weather = {};
  return servingMs;
}

/** Changes the messages that NATS delivers to each process; the lines must find what is missing. */
async function shuffleMessages(stage: ClusterStage): Promise<number | null> {
  const links = membersOf(stage).flatMap((member) => stage.cluster.linksOf(member).lines ?? []);
  if (links.length === 0) {
    stage.report.skipped.set('messages lost, doubled and swapped', 'the roles talk over sockets');
    return null;
  }
  const chance = () => stage.chance.next();
  const reshape = () => shuffleNats({ lost: shuffled, doubled: shuffled, swapped: shuffled, chance });
  for (const link of links) {
    link.weather = { reshape };
    link.reconnect();
  }
  await delay(weatherMs);
  for (const link of links) {
    link.weather = {};
    link.reconnect();
  }
  return stage.msUntilServed(performance.now());
}

/** NATS drops a client that does not read; traders go on over the other gateway. */
async function readSlowly(stage: ClusterStage): Promise<number> {
  const { databases, lines } = stage.cluster.linksOf(await stage.follower('gateway'));
  const link = lines ?? databases[0];
  if (link !== undefined) link.weather = { bytesPerSecond: slowBytesPerSecond };
  await delay(weatherMs);
  if (link !== undefined) link.weather = {};
  return stage.msUntilServed(performance.now());
}

/** Opens sockets that follow every topic and never read. */
async function deafBrowsers(stage: ClusterStage): Promise<number> {
  const [account] = stage.accounts;
  const sockets = Array.from({ length: idleSockets }, () => new WebSocket(`${stage.url.replace('http', 'ws')}/v1/ws`));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'login', params: { token: account?.token } }));
      for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED', 'FOREX_PRICE'])
        socket.send(JSON.stringify({ type: 'sub', params: { topic } }));
      socket.pause();
    });
  }
  const servingMs = await stage.msUntilServed(performance.now());
  await delay(weatherMs);
  for (const socket of sockets) socket.terminate();
  return servingMs;
}

function membersOf({ cluster }: ClusterStage): Member[] {
  return [...cluster.members.values()].filter(({ name }) => name !== 'nats');
}
