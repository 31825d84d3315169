import type { Sessions } from '@candor/domain/calc/session-hours';
import type { RuleChange, TradingRules } from '@candor/domain/engine/rules/trading-rules';
import { createState } from '@candor/domain/engine/state';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { firstNumbersOf, mainShard } from '@candor/domain/values/shard';
import type { Readiness } from './gateway/readiness.ts';
import type { CompanyRecord } from './ports/company.ts';
import { type LoggedQuote, marketNow } from './ports/market.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import { Companies } from './services/company/companies.ts';
import { toCatalogueRules } from './services/market/catalogue-rules.ts';
import { type ChangeRules, CompanyOffers, installationCompany } from './services/offer/company-offers.ts';
import { loadLimits } from './services/operators/users.ts';
import { closeAgeMaxMs, fallbackPolicy, toPolicyRules } from './services/trade/trading-policy.ts';
import { HaltWatch } from './trading/halt-watch.ts';
import { JournalFold } from './trading/journal-fold.ts';
import { NoticeBoard } from './trading/notice-board.ts';
import { startTradingCore, type TradingCore } from './trading/trading-core.ts';

/** Ports of a trading core. */
export type CorePorts = Pick<
  ServerPorts,
  'journal' | 'snapshots' | 'clock' | 'steps' | 'clockMarks' | 'market' | 'tickLog' | 'lease' | 'users'
> & {
  /** Shard that the core decides for; the main one if omitted. */
  readonly shard?: number;
  /** True while current prices may still be on their way; absent if they never are. */
  readonly awaitsPrices?: () => boolean;
  /** Called with each failed reading of the halts of every company; absent if only this process stores them. */
  readonly onHaltsUnread?: (error: Error) => void;
};

/** Companies and their offers, as every process has them that changes rules of a core. */
interface Foundation {
  readonly companies: Companies;
  readonly offers: CompanyOffers;
}

/** Creates them; `changeRules` puts rules in force at the core, which may start later. */
export function createFoundation(
  { companies, offers, market, clock }: Pick<ServerPorts, 'companies' | 'offers' | 'clock'> & Priced,
  changeRules: ChangeRules,
  onError: (area: string) => (error: unknown) => void,
): Foundation {
  const specOf = (id: InstrumentId) => market.spec(id);
  return {
    companies: new Companies({ store: companies, clock, onError: onError('companies') }),
    offers: new CompanyOffers({ store: offers, clock, specOf, changeRules }),
  };
}

/** Returns how the only core of a process puts rules in force; the core may start later. */
export function inOneCore(core: () => Pick<TradingCore, 'changeRules'>): ChangeRules {
  return async (changes) => {
    await core().changeRules(changes);
    return [];
  };
}

interface Priced {
  readonly market: Pick<ServerPorts['market'], 'spec'>;
}

/** Adds the reasons for which a core cannot accept orders, the same in every mode. */
export function addCoreReasons(
  readiness: Readiness,
  core: Pick<TradingCore, 'isStalled'>,
  { lease, tickLog, steps }: CoreHealth,
): void {
  const isTickLogFailing = () => tickLog?.isFailing === true;
  readiness.add('database', () => lease?.isAway === true || (core.isStalled && !isTickLogFailing()));
  readiness.add('tick-log', isTickLogFailing);
  readiness.add('clock-behind-journal', () => steps?.step?.kind === 'behind-journal');
}

interface CoreHealth {
  readonly lease?: { readonly isAway: boolean };
  readonly tickLog: { readonly isFailing: boolean } | null;
  readonly steps?: Pick<NonNullable<ServerPorts['steps']>, 'step'>;
}

/** Running core with its inputs: quotes, time, and the policies of companies. */
export interface RunningCore {
  readonly core: TradingCore;
  /** Stops quotes and time; decisions under way are still stored. */
  stop(): void;
}

const tickMs = 1_000;

/**
 * Starts the core: restores the state, journals the rules that it lacks, ingests the ticks logged since, then follows
 * market and clock. `warm` is the fold that a standby has kept, of `createEmptyFold`.
 */
export async function createCore(
  ports: CorePorts,
  { companies, offers }: Foundation,
  onFatal: (error: Error) => void,
  warm: JournalFold | null = null,
): Promise<RunningCore> {
  const { clock, onHaltsUnread } = ports;
  const rules = (replayed: TradingRules) => storedRules(ports, { companies, offers }, replayed);
  const knowsHalts = () => onHaltsUnread === undefined || watch?.isCurrent === true;
  let watch: HaltWatch | null = null;
  const core = await startCore({ ...ports, knowsHalts }, rules, onFatal, warm);
  if (onHaltsUnread !== undefined) {
    watch = new HaltWatch({ core, load: (ids) => offers.loadHaltsOfAll(ids), clock, onError: onHaltsUnread });
    await watch.start();
  }
  await companies.follow((all) => core.changeRules(companyRules(ofShard(all, ports.shard), ports)));
  const stopQuotes = ports.market.onQuote((quote, offset) => core.onQuote(quote, offset));
  const timer = setInterval(() => core.onTime(), tickMs);
  timer.unref();
  return {
    core,
    stop() {
      watch?.stop();
      stopQuotes();
      clearInterval(timer);
    },
  };
}

/**
 * Returns policies, terms, halts and limits of the shard's companies as the tables have them, halts of every company, the
 * catalogue, and the ends of replayed rules that the tables lack: the core journals what its journal lacks, after any length of
 * downtime (R-OPS-51).
 */
async function storedRules(
  { shard, users, clock, market }: Pick<CorePorts, 'shard' | 'users' | 'clock' | 'market'>,
  { companies, offers }: Foundation,
  replayed: TradingRules,
): Promise<RuleChange[]> {
  const own = ofShard(await companies.all(), shard);
  const ids = own.map(({ id }) => id);
  const ofOffers = await offers.load(ids, replayed.haltsInForce);
  const ofAll = ids.includes(installationCompany) ? [] : await offers.loadHaltsOfAll(replayed.haltsInForce);
  const stored = [...companyRules(own, { clock, market }), ...ofOffers, ...ofAll, ...(await loadLimits(users, ids))];
  return [...stored, ...replayed.endsOfMissing(stored, clock.nowMs())];
}

/** Returns the policies of companies, and the catalogue that they use. */
function companyRules(own: readonly CompanyRecord[], { clock, market }: Pick<CorePorts, 'clock' | 'market'>) {
  const ids = own.map(({ id }) => id);
  return [...toPolicyRules(own), ...toCatalogueRules(market, ids, clock.nowMs())];
}

/** Companies whose accounts the core decides for. */
function ofShard(companies: readonly CompanyRecord[], shard: number = mainShard): readonly CompanyRecord[] {
  return companies.filter((company) => company.shard === shard);
}

async function startCore(
  {
    shard = mainShard,
    journal,
    snapshots,
    clock,
    steps,
    clockMarks,
    market,
    tickLog,
    lease,
    awaitsPrices,
    knowsHalts,
  }: CorePorts & { readonly knowsHalts: () => boolean },
  rules: (replayed: TradingRules) => Promise<readonly RuleChange[]>,
  onFatal: (error: Error) => void,
  warm: JournalFold | null,
): Promise<TradingCore> {
  const { state } = warm ?? createEmptyFold(market.specs(), market.sessions, shard);
  const core = await startTradingCore({
    journal,
    ...(snapshots === undefined ? {} : { snapshots }),
    state,
    ...(warm === null ? {} : { warm }),
    clock,
    ...(steps === undefined ? {} : { steps }),
    ...(clockMarks === undefined ? {} : { clockMarks }),
    canClose: (id) => market.state(id).kind === 'open' && market.ageMs(id) <= closeAgeMaxMs,
    marketNow: (id) => marketNow(market, id),
    ticksFrom: (offset) => tickLog?.readPieces(offset) ?? noTicks(),
    isSpreadWide: (quote) => market.isSpreadWide(quote),
    isCaughtUp: () => market.isCaughtUp,
    ticksStored: (offset) => tickLog?.stored(offset) ?? Promise.resolve(),
    ...(lease === undefined ? {} : { lease }),
    ...(awaitsPrices === undefined ? {} : { awaitsPrices }),
    knowsHalts,
    rules,
    onFatal,
  });
  await tickLog?.skipTo(core.tickOffset);
  return core;
}

/** Creates an empty fold with the state of a shard's core for these instruments and sessions. */
export function createEmptyFold(specs: Iterable<InstrumentSpec>, sessions: Sessions, shard: number): JournalFold {
  const { orderId, fundsId, alertId } = firstNumbersOf(shard);
  return new JournalFold(createState(specs, fallbackPolicy, orderId, sessions, fundsId, alertId), new NoticeBoard());
}

async function* noTicks(): AsyncGenerator<readonly LoggedQuote[]> {}
