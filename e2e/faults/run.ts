import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Campaign } from './campaign.ts';
import { ClusterCampaign } from './cluster-campaign.ts';
import { clusterTable } from './cluster-report.ts';
import { PairCampaign } from './pair-campaign.ts';
import { pairTable } from './pair-report.ts';
import type { Report } from './report.ts';

// npm run faults -- --kills 100 --pairs 3 --seed 1 [--json summary.json]
//                --cluster [--rounds 1] [--kills 100] [--fault "NATS killed"] [--lines nats|sockets]   the cluster's faults alone
// Exits with 0 if there are no violations, else with 1.

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    pairs: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    traders: { type: 'string', default: '6' },
    json: { type: 'string' },
    cluster: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
    fault: { type: 'string', multiple: true },
    lines: { type: 'string' },
  },
});
const options = {
  kills: Number(values.kills ?? (values.cluster ? 0 : 100)),
  seed: Number(values.seed),
  traders: Number(values.traders),
};
const say = (text: string) => console.log(`  … ${text}`);
if (values.cluster) process.exit(await runCluster());
const rounds = Number(values.pairs);
console.log(`${options.kills} kills, ${rounds} rounds with two servers, seed ${options.seed}`);
const campaign = new Campaign({ ...options, say });
const pair = new PairCampaign({ ...options, rounds, say });
const failure = options.kills > 0 ? await failureOf(campaign.run()) : null;
const pairFailure = rounds > 0 ? await failureOf(pair.run()) : null;
const summary = summarize(campaign.report, failure);
const isPairWhole = pairFailure === null && Object.values(pair.report.violations).every((found) => found.length === 0);
if (options.kills > 0) print(summary);
if (rounds > 0) console.log(`\n${pairTable(pair.report)}\n${pairFailure ?? ''}`);
const { figures, skipped, ...counts } = pair.report;
const parts = { isWhole: isPairWhole, failure: pairFailure, ...counts };
const pairs = { ...parts, figures: Object.fromEntries(figures), skipped: Object.fromEntries(skipped) };
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...summary, pairs }, null, 2)}\n`);
process.exitCode = failure === null && summary.isWhole && isPairWhole ? 0 : 1;

/** Runs the cluster's campaign; returns the exit code. */
async function runCluster(): Promise<number> {
  const { seed, traders, kills } = options;
  const clusterRounds = Number(values.rounds);
  const named = (['nats', 'sockets'] as const).find((one) => one === values.lines);
  const lines = named === undefined ? {} : { lines: named };
  const faults = values.fault === undefined ? {} : { faults: values.fault };
  console.log(
    `A cluster, ${clusterRounds} rounds of faults, ${kills} kills of the leading core and losses of its host, seed ${seed}`,
  );
  const cluster = new ClusterCampaign({ seed, traders, rounds: clusterRounds, kills, ...lines, ...faults, say });
  const clusterFailure = await failureOf(cluster.run());
  console.log(`\n${clusterTable(cluster.report)}\n${clusterFailure ?? ''}`);
  const { figures: times, skipped: left, ...counted } = cluster.report;
  const all = { ...counted, figures: Object.fromEntries(times), skipped: Object.fromEntries(left) };
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ failure: clusterFailure, ...all }, null, 2)}\n`);
  return clusterFailure === null && Object.values(counted.violations).every((found) => found.length === 0) ? 0 : 1;
}

/** Waits for a campaign; resolves to the stack of its failure, null if none, so that findings are always printed. */
async function failureOf(run: Promise<unknown>): Promise<string | null> {
  try {
    await run;
    return null;
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}

interface Spread {
  readonly count: number;
  readonly p50: number | null;
  readonly p99: number | null;
}

type Summary = ReturnType<typeof summarize>;

function summarize({ violations, readyMs, firstOrderMs, databaseBackMs, ...counts }: Report, failed: string | null) {
  return {
    isWhole: failed === null && Object.values(violations).every((found) => found.length === 0),
    failure: failed,
    counts,
    recoveryMs: {
      ready: spreadOf(readyMs),
      firstOrder: spreadOf(firstOrderMs),
      databaseBack: spreadOf(databaseBackMs),
    },
    violations,
  };
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    return value === undefined ? null : Math.round(value);
  };
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}

function print({ counts, violations, recoveryMs, failure: failed }: Summary): void {
  for (const [name, value] of Object.entries(counts)) console.log(`${name.padEnd(18)} ${value}`);
  for (const [name, found] of Object.entries(violations)) {
    console.log(`${name.padEnd(18)} ${found.length}`);
    for (const text of found.slice(0, 10)) console.log(`    ${text}`);
  }
  for (const [name, { count, p50, p99 }] of Object.entries(recoveryMs)) {
    console.log(`${name.padEnd(18)} p50 ${p50 ?? '-'} p99 ${p99 ?? '-'} ms (${count})`);
  }
  if (failed !== null) console.log(failed);
}
