import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Member } from '../../testkit/cluster-member.ts';
import type { DiskFaults } from '../../testkit/disk-faults.ts';
import { until } from '../../testkit/until.ts';
import { type ClusterStage, knownWithinMs, type Scenes } from './cluster-stage.ts';
import { delay } from './pace.ts';

const brokenMs = 2_500;
const stepMs = 3_600_000;
const folderBytes = 96 * 1_024 * 1_024;

/** Faults of one machine: its disk and its clock. */
export const machineFaults: Scenes = {
  'disk of the leading core full': (stage) => fillDisk(stage, 'core'),
  'disk of the market full': (stage) => fillDisk(stage, 'market'),
  'disk of the leading core fails': (stage) => failDisk(stage, 'core'),
  'disk of the market fails': (stage) => failDisk(stage, 'market'),
  'clock of the leading core one hour ahead': (stage) => stepClock(stage, stepMs),
  'clock of the leading core one hour behind': (stage) => stepClock(stage, -stepMs),
};

/** Mounts a small file system in memory for a data folder; returns the way to remove it, or the reason why it cannot. */
export function mountSmall(folder: string): (() => void) | string {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${folderBytes}`, 'tmpfs', folder], { stdio: 'pipe' });
    return () => execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
  } catch {
    return 'only root may mount a small file system';
  }
}

function memberOf(stage: ClusterStage, role: 'core' | 'market'): Promise<Member> {
  return role === 'core' ? stage.leader() : stage.follower('market');
}

/** Fills the disk of a process: no order may be confirmed on ticks that are not stored. */
async function fillDisk(stage: ClusterStage, role: 'core' | 'market'): Promise<number | null> {
  const member = await memberOf(stage, role);
  const folder = member.settings.env['DATA_DIR'] ?? '';
  const { bsize, blocks } = statfsSync(folder);
  if (bsize * blocks !== folderBytes) {
    stage.report.skipped.set(`disk of the ${role === 'core' ? 'leading core' : role} full`, 'only root may mount one');
    return null;
  }
  const filler = join(folder, 'filler');
  try {
    execFileSync('sh', ['-c', `cat /dev/zero > '${filler}' 2>/dev/null || true`]);
    if (role === 'core') await expectTold(stage, member);
    await delay(brokenMs);
  } finally {
    rmSync(filler, { force: true });
  }
  return served(stage);
}

async function failDisk(stage: ClusterStage, role: 'core' | 'market'): Promise<number | null> {
  const member = await memberOf(stage, role);
  const shim = shimOf(stage, member, `disk of the ${role === 'core' ? 'leading core' : role} fails`);
  if (shim === null) return null;
  try {
    shim.set({ error: constants.errno.EIO });
    if (role === 'core') await expectTold(stage, member);
    await delay(brokenMs);
  } finally {
    shim.set({});
  }
  return served(stage);
}

/** While the wall clock has stepped nothing opens, until the step is undone; the lead and product time go on (R-TIME-02). */
async function stepClock(stage: ClusterStage, ms: number): Promise<number | null> {
  const leader = await stage.leader();
  const fault = `clock of the leading core one hour ${ms > 0 ? 'ahead' : 'behind'}`;
  const shim = shimOf(stage, leader, fault);
  if (shim === null) return null;
  // A tick that the market dated earlier can reach the core only once its clock has stepped.
  const fromMs = Date.now() - knownWithinMs;
  try {
    shim.set({ clockStepMs: ms });
    await delay(brokenMs);
  } finally {
    shim.set({});
  }
  const servingMs = await stage.msUntilServed(performance.now());
  await expectUndone(stage, leader);
  stage.fillPauses.push({ fromMs, toMs: Date.now() + knownWithinMs });
  if ((await stage.leader()) !== leader) stage.report.violations.exit.push(`the lead was lost: ${fault}`);
  return servingMs;
}

/** A core whose clock is back fills pending orders again; orders that close are confirmed before. */
async function expectUndone(stage: ClusterStage, member: Member): Promise<void> {
  await until('the core reports that its clock is back', async () => {
    const answer = await fetch(`http://127.0.0.1:${stage.cluster.portOf(member)}/readyz`).catch(() => null);
    return answer !== null && !(await answer.text()).includes('clock-step');
  });
}

/** A core that cannot store ticks confirms nothing on them, and says so. */
async function expectTold(stage: ClusterStage, member: Member): Promise<void> {
  await until('the core reports that its ticks are not stored', async () => {
    if (!member.isRunning) return true;
    const answer = await fetch(`http://127.0.0.1:${stage.cluster.portOf(member)}/readyz`).catch(() => null);
    return answer !== null && (await answer.text()).includes('tick-log');
  });
}

async function served(stage: ClusterStage): Promise<number> {
  const servingMs = await stage.msUntilServed(performance.now());
  await stage.reviveCores();
  return servingMs;
}

function shimOf({ parts, report }: ClusterStage, { name }: Member, fault: string): DiskFaults | null {
  if (typeof parts.shims === 'string') {
    report.skipped.set(fault, parts.shims);
    return null;
  }
  return parts.shims.get(name) ?? null;
}
