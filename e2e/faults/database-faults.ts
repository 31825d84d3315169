import { type ClusterStage, type Scenes } from './cluster-stage.ts';
import { delay } from './pace.ts';

const liarServesMs = 4_000;
const stalledMs = 2_000;

/** Faults of a database with a synchronous standby. The last one uses it up: the campaign plays it once, at the end. */
export const databaseFaults: Scenes = {
  'standby of the database stalled': stallStandby,
  'database failed over to its standby': failOver,
};

interface Position {
  readonly epoch: string;
  readonly last_seq: string;
  readonly entries: string;
}

const position = `select epoch, last_seq, (select count(*) from journal where shard = l.shard) as entries
  from shard_lease l where shard >= 0 order by shard`;

/** While the standby does not confirm, nothing is confirmed to anybody. */
async function stallStandby(stage: ClusterStage): Promise<number | null> {
  const { pair } = stage.parts;
  if (pair === null) return skip(stage, 'standby of the database stalled');
  pair.signalStandby('SIGSTOP');
  // Commits that the standby had taken are still confirmed.
  await delay(300);
  const beforeMs = stage.confirmedMs;
  await delay(stalledMs);
  if (stage.confirmedMs !== beforeMs)
    stage.report.violations.splitBrain.push('an order was confirmed that the standby of the database did not have');
  pair.signalStandby('SIGCONT');
  const servingMs = await stage.msUntilServed(performance.now());
  await stage.reviveCores();
  return servingMs;
}

/**
 * Ends the primary as a crash, promotes its standby, and lets the old primary come back as one that needs no standby: no
 * process may write there, those that start now included.
 */
async function failOver(stage: ClusterStage): Promise<number | null> {
  const { pair } = stage.parts;
  if (pair === null) return skip(stage, 'database failed over to its standby');
  const old = pair.primary;
  const beganMs = performance.now();
  await old.stop('SIGKILL');
  await pair.promote();
  const servingMs = await stage.msUntilServed(beganMs);
  await old.startAlone();
  const before = await old.query<Position>(position);
  // A gateway, the jobs and a core that have never seen the new primary before.
  for (const member of [await stage.follower('gateway'), await stage.follower('jobs')]) {
    await member.kill();
    await member.start();
  }
  const core = await stage.follower('core');
  await core.kill();
  await stage.startCore(core);
  await delay(liarServesMs);
  const after = await old.query<Position>(position);
  if (JSON.stringify(after) !== JSON.stringify(before))
    stage.report.violations.splitBrain.push(`the old primary took writes: ${JSON.stringify([before, after])}`);
  const written = await old.query(
    `select relname as table, n_tup_ins + n_tup_upd + n_tup_del as rows from pg_stat_user_tables
     where n_tup_ins + n_tup_upd + n_tup_del > 0`,
  );
  if (written.length > 0)
    stage.report.violations.splitBrain.push(`the old primary took changes of rows: ${JSON.stringify(written)}`);
  await stage.msUntilServed(performance.now());
  await stage.reviveCores();
  return servingMs;
}

function skip({ report }: ClusterStage, fault: string): null {
  report.skipped.set(fault, 'there is no PostgreSQL with pg_basebackup');
  return null;
}
