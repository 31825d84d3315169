import { setTimeout as pause } from 'node:timers/promises';
import { ClientBook } from '@candor/domain/hedging/client-book';
import type { HedgeState } from '@candor/domain/hedging/hedge-state';
import { systemClock } from './adapters/clock/system-clock.ts';
import { FixProvider } from './adapters/feeds/hedging/fix-provider.ts';
import { type ProviderPlan, readProviderFile } from './adapters/feeds/hedging/provider-file.ts';
import { readRulesFile } from './adapters/feeds/hedging/rules-file.ts';
import { HedgeTables, hedgerShard } from './adapters/postgres/hedge-tables.ts';
import { type Databases, openDatabases } from './adapters/postgres/open-databases.ts';
import { PostgresSnapshots } from './adapters/postgres/postgres-snapshots.ts';
import { ConfigError } from './config.ts';
import { restoreHedge } from './hedging/hedge-codec.ts';
import { Hedger } from './hedging/hedger.ts';
import type { Start } from './open-adapters.ts';
import { openArchive } from './open-archive.ts';
import { shardsOf, wholeJournal } from './open-audit.ts';
import { startProbes } from './open-probes.ts';
import type { CompanyRules } from './ports/hedging.ts';
import { FencedError } from './ports/journal.ts';
import { quotedInstruments } from './services/market/create-market.ts';
import { hedgeMetrics } from './services/metrics/hedge-metrics.ts';
import { fallbackPolicy } from './services/trade/trading-policy.ts';
import { takeLead, tickLogId } from './take-lead.ts';
import { loadOpenPositions } from './trading/open-positions.ts';

const restartMs = 1_000;

/** Hedges, as the one process that leads the hedging (R-HDG-16). Another one waits for its lease. */
export async function startHedgerRole(start: Start): Promise<void> {
  const { config, log, stops, fail } = start;
  if (config.hedgerFile === null) throw new ConfigError('ROLE=hedger needs HEDGER, the file of a provider.');
  const specs = quotedInstruments(config.simCalendar).map(({ spec }) => spec);
  const plan = readProviderFile(config.hedgerFile, config.dataDir, specs);
  const rules = readRulesFile(plan.rulesFile, new Set(specs.map(({ code }) => code)));
  const databases = await openDatabases({ ...start, isBounded: true });
  await databases.untilMigrated();
  const ownLog = () => ({ id: tickLogId(config.dataDir), nextOffset: 0 });
  const lead = await takeLead({ ...start, databases }, { lease: hedgerShard, tickLog: ownLog });
  const running = { hedger: null as Hedger | null, isStopping: false };
  const begin = async (): Promise<void> => {
    running.hedger = null;
    try {
      const hedger = await openHedger(start, { databases, plan, rules, epoch: lead.epoch, onFailed: failed });
      if (running.isStopping) return;
      running.hedger = hedger;
      hedger.start();
    } catch (error) {
      failed(error as Error);
    }
  };
  // The journal says what is true, so that every failure but the loss of the lead ends in a new start from it.
  const failed = (error: Error): void => {
    if (running.isStopping) return;
    if (error instanceof FencedError || error instanceof ConfigError) return fail(error);
    log.error({ err: error }, 'the hedger failed, starting again from its journal');
    running.hedger = null;
    void pause(restartMs).then(() => (running.isStopping ? undefined : begin()));
  };
  await begin();
  lead.failFast();
  stops.push(async () => {
    running.isStopping = true;
    await running.hedger?.stop();
  });
  await lead.closeStandby();
  start.metrics.add(hedgeMetrics(() => running.hedger));
  await startProbes(start, (readiness) => {
    readiness.add('database', () => lead.keeper.isAway);
    readiness.addWarning('hedger', () => running.hedger?.phase !== 'ready');
    readiness.addWarning('hedge-breaks', () => (running.hedger?.state.breaks.size ?? 0) > 0);
    readiness.addWarning('hedge-switch', () => running.hedger?.isPulled === true);
  });
}

interface Opening {
  readonly databases: Databases;
  readonly plan: ProviderPlan;
  readonly rules: readonly CompanyRules[];
  readonly epoch: number;
  readonly onFailed: (error: Error) => void;
}

/** Throws ConfigError if an order works whose company or instrument the file does not name any more: nobody could ask for its end. */
function refuseOrphans({ working }: HedgeState, { accounts, instruments }: ProviderPlan): void {
  for (const { orderId, companyId, code } of working.values()) {
    const missing = accounts.has(companyId) ? (instruments.has(code) ? null : code) : `company ${companyId}`;
    if (missing !== null)
      throw new ConfigError(
        `The file of HEDGER does not name ${missing} any more, but the end of its order ${orderId} is unknown. Put it back until the hedger has started once.`,
      );
  }
}

/** Opens a hedger from what is stored: its own journal, and the clients' open positions. */
async function openHedger(
  { config, log }: Start,
  { databases, plan, rules, epoch, onFailed }: Opening,
): Promise<Hedger> {
  const { core, lease } = databases;
  const journal = new HedgeTables(core.pool, epoch);
  const restored = await restoreHedge(journal);
  refuseOrphans(restored.state, plan);
  const specs = quotedInstruments(config.simCalendar).map(({ spec }) => spec);
  const book = new ClientBook(new Map(specs.map((spec) => [spec.id, spec])));
  const store = openArchive(config);
  const shards = [];
  for (const shard of await shardsOf(lease, config.shards)) {
    const clients = wholeJournal(core, store, shard);
    const snapshots = new PostgresSnapshots(core.pool, shard);
    const onDamaged = (seq: number, reason: string) => log.warn({ shard, seq, reason }, 'a snapshot cannot be used');
    const sources = {
      shard,
      policy: fallbackPolicy,
      journal: clients,
      snapshots,
      heads: await snapshots.heads(),
      onDamaged,
    };
    shards.push({ shard, journal: clients, bookSeq: await loadOpenPositions(book, sources) });
  }
  const surroundings = {
    schedule: (work: () => void, afterMs: number) => {
      const timer = setTimeout(work, afterMs);
      return () => clearTimeout(timer);
    },
    monotonicMs: () => systemClock.monotonicMs(),
    nowMs: () => systemClock.nowMs(),
    random: Math.random,
  };
  return new Hedger({
    journal,
    restored,
    shards,
    book,
    specs,
    rules,
    instruments: plan.instruments,
    companies: new Set(plan.accounts.keys()),
    ordersPerMinute: plan.ordersPerMinute,
    feePerMillion: plan.feePerMillion,
    provider: new FixProvider(plan, surroundings),
    clock: systemClock,
    schedule: surroundings.schedule,
    onNews: (what, news) => log.warn(news ?? {}, `hedger: ${what}`),
    onFailed,
  });
}
