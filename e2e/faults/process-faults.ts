import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Role } from '../../testkit/cluster.ts';
import type { Member } from '../../testkit/cluster-member.ts';
import { repositoryRoot } from '../../testkit/product.ts';
import { type ClusterStage, type Scenes } from './cluster-stage.ts';
import { delay } from './pace.ts';

const run = promisify(execFile);

/** Longer than a lease. */
const beyondLeaseMs = 5_000;
const shortPauseMs = 2_500;

/** Faults that end, pause and replace whole processes. */
export const processFaults: Scenes = {
  'leading core killed': (stage) => endLeader(stage, 'SIGKILL'),
  'leading core handed over by a signal': (stage) => endLeader(stage, 'SIGINT'),
  'leading core handed over by a command': handOver,
  'leading core paused beyond its lease': pauseLeader,
  'standby core killed': (stage) => killAndStart(stage, 'core'),
  'standby core paused': (stage) => pause(stage, 'core'),
  'gateway killed': (stage) => killAndStart(stage, 'gateway'),
  'gateway paused': (stage) => pause(stage, 'gateway'),
  'market killed': (stage) => killAndStart(stage, 'market'),
  'market paused': (stage) => pause(stage, 'market'),
  'jobs killed': (stage) => killAndStart(stage, 'jobs'),
  'jobs paused': (stage) => pause(stage, 'jobs'),
  'NATS killed': killNats,
  'NATS paused': pauseNats,
  'database killed': killDatabase,
  'database paused': pauseDatabase,
  'every process replaced in turn': replaceAll,
};

async function endLeader(stage: ClusterStage, signal: 'SIGKILL' | 'SIGINT'): Promise<number> {
  const leader = await stage.leader();
  let beganMs = performance.now();
  await (signal === 'SIGKILL' ? leader.kill() : leader.stop());
  // A leader that is stopped goes on with what it has begun: what counts is the time without one.
  if (signal === 'SIGINT') beganMs = performance.now();
  const servingMs = await stage.msUntilServed(beganMs);
  await stage.startCore(leader);
  return servingMs;
}

/** Upgrades without a pause: a standby waits, and a command lets the leader end. Resolves to the time without orders. */
async function handOver(stage: ClusterStage): Promise<number> {
  const leader = await stage.leader();
  const standby = await stage.follower('core');
  const { env, args } = standby.settings;
  const address = `http://127.0.0.1:${stage.cluster.portOf(standby)}`;
  let longestMs = 0;
  let lastMs = stage.confirmedMs;
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = Math.max(lastMs, stage.confirmedMs);
  }, 5);
  try {
    const command = [args[0] ?? '', '--role=core', '--hand-over', '--standby', address];
    const options = { cwd: repositoryRoot, env: { ...process.env, ...env, PORT: '0' }, timeout: 60_000 };
    await run(process.execPath, command, options).catch((error: Error) =>
      stage.report.violations.exit.push(`the hand-over failed: ${error.message}`),
    );
    await stage.msUntilServed(performance.now());
  } finally {
    clearInterval(watch);
  }
  if (leader.isRunning) await leader.stop();
  await stage.startCore(leader);
  return longestMs;
}

/** Pauses the leader until another one serves; once resumed it must end by itself. */
async function pauseLeader(stage: ClusterStage): Promise<number> {
  const leader = await stage.leader();
  const beganMs = performance.now();
  leader.signal('SIGSTOP');
  // Orders may still be confirmed that were stored just before.
  await delay(500);
  await stage.msUntilServed(performance.now());
  const servingMs = stage.confirmedMs - beganMs;
  leader.signal('SIGCONT');
  await stage.expectDeposed(leader);
  return servingMs;
}

/** Kills one process of a role that does not lead, and starts it again. */
async function killAndStart(stage: ClusterStage, role: Role): Promise<number> {
  const member = await stage.follower(role);
  await member.kill();
  await delay(1_000);
  await (role === 'core' ? stage.startCore(member) : member.start());
  return stage.msUntilServed(performance.now());
}

async function pause(stage: ClusterStage, role: Role): Promise<number> {
  const member = await stage.follower(role);
  member.signal('SIGSTOP');
  await delay(shortPauseMs).finally(() => member.signal('SIGCONT'));
  return stage.msUntilServed(performance.now());
}

async function killNats(stage: ClusterStage): Promise<number | null> {
  const nats = natsOr(stage, 'NATS killed');
  if (nats === null) return null;
  await nats.kill();
  await delay(1_500);
  await nats.start();
  return stage.msUntilServed(performance.now());
}

async function pauseNats(stage: ClusterStage): Promise<number | null> {
  const nats = natsOr(stage, 'NATS paused');
  if (nats === null) return null;
  nats.signal('SIGSTOP');
  await delay(shortPauseMs).finally(() => nats.signal('SIGCONT'));
  return stage.msUntilServed(performance.now());
}

function natsOr({ cluster, report }: ClusterStage, fault: string): Member | null {
  const nats = cluster.members.get('nats') ?? null;
  if (nats === null) report.skipped.set(fault, 'the roles talk over sockets');
  return nats;
}

async function killDatabase(stage: ClusterStage): Promise<number | null> {
  if (stage.parts.pair !== null) {
    stage.report.skipped.set('database killed', 'its standby is promoted instead');
    return null;
  }
  const beganMs = performance.now();
  process.kill(stage.cluster.database.pid(), 'SIGKILL');
  // Answers under way when it was killed still arrive.
  await delay(200);
  await stage.msUntilServed(performance.now());
  return stage.confirmedMs - beganMs;
}

async function pauseDatabase(stage: ClusterStage): Promise<number> {
  stage.cluster.signalDatabase('SIGSTOP');
  await delay(beyondLeaseMs).finally(() => stage.cluster.signalDatabase('SIGCONT'));
  const servingMs = await stage.msUntilServed(performance.now());
  await stage.reviveCores();
  return servingMs;
}

/** Replaces every process, as an upgrade does; resolves to the longest time without a confirmed order. */
async function replaceAll(stage: ClusterStage): Promise<number> {
  let longestMs = 0;
  const members = ['jobs', 'gateway', 'market', 'core'].flatMap((role) => stage.cluster.of(role as Role));
  for (const member of members) {
    const beganMs = performance.now();
    await member.stop();
    await (member.name.startsWith('core') ? stage.startCore(member) : member.start());
    longestMs = Math.max(longestMs, await stage.msUntilServed(beganMs));
  }
  return longestMs;
}
