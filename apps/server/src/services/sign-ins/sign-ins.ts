import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { AccountName } from '../../ports/credentials.ts';
import type { RateCounts } from '../../ports/guards.ts';
import type { SignInEntry, SignInEvent, SignInKind, SignInLog, SignInRecorder } from '../../ports/sign-ins.ts';

/** Full entries per network and minute, for refusals and for all others; the rest is counted. */
const refusalsMax = 20;
const factsMax = 60;
/** Full entries per minute of calls refused to one operator for missing permission. */
const denialsMax = 10;
/**
 * Full entries per company and minute, for refusals and for authenticated events; strangers use up only the first.
 * Operators' events and changes of passwords and factors are always kept in full.
 */
const refusalsOfCompanyMax = 600;
const factsOfCompanyMax = 3_000;
/** Networks whose counts are written separately. */
const countedNetworksMax = 50;
/** Networks per company counted separately in a minute; further ones share one count. */
const networksMax = 10_000;
const batchMax = 200;
/** Entries queued while the database is unavailable; the oldest are dropped. */
const queueMax = 5_000;
const minuteMs = 60_000;
const dayMs = 24 * 3_600_000;
const keptMs = 180 * dayMs;
/** Refusals per company and minute from which a log line is written. */
const loggedFrom = 20;
const many = '*';
const lasting: ReadonlySet<SignInKind> = new Set([
  'password-reset',
  'password-changed',
  'factor-added',
  'factor-removed',
  'codes-renewed',
]);

/** Refusals of one company in one minute. */
export interface RefusedSignIns {
  readonly companyId: CompanyId;
  readonly refused: number;
  readonly networks: number;
  readonly mostFrom: string;
}

interface Counts {
  full: number;
  over: number;
}

interface Minute {
  readonly sinceMs: number;
  fullRefusals: number;
  fullFacts: number;
  readonly refusals: Map<string, Counts>;
  /** By operator. */
  readonly denials: Map<string, Counts>;
  readonly facts: Map<string, Counts>;
}

/**
 * Writes the sign-in chain at bounded cost (R-SEC-12): a minute adds at most 600 refusals and 153 counts per company.
 * Entries are written in batches, in order.
 */
export class SignIns implements SignInRecorder {
  readonly #log: SignInLog;
  readonly #clock: Clock;
  readonly #full: RateCounts | null;
  readonly #onError: (error: Error) => void;
  readonly #onRefused: (refused: RefusedSignIns) => void;
  readonly #minutes = new Map<CompanyId, Minute>();
  readonly #queues = new Map<CompanyId, SignInEntry[]>();
  readonly #writing = new Map<CompanyId, Promise<void>>();

  constructor(deps: {
    log: SignInLog;
    clock: Clock;
    /** Full entries of a minute by company, counted over all gateways; null in a process that serves alone. */
    full: RateCounts | null;
    onError: (error: Error) => void;
    onRefused: (refused: RefusedSignIns) => void;
  }) {
    this.#log = deps.log;
    this.#full = deps.full;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
    this.#onRefused = deps.onRefused;
  }

  /** Records an event; resolves once it is stored or counted. */
  async record(event: SignInEvent): Promise<void> {
    const { companyId, who, kind, detail, network } = event;
    if (!(await this.#isFull(event))) return;
    const atMs = this.#clock.nowMs();
    const personId = await event.person();
    await this.#write(companyId, [{ atMs, who, personId, kind, detail: detail.slice(0, 100), network, count: 1 }]);
  }

  /** Records a refusal without waiting for its entry. */
  note(event: SignInEvent): void {
    this.record(event).catch((error: unknown) => this.#onError(error as Error));
  }

  findUser(companyId: CompanyId, name: AccountName): Promise<number | null> {
    return this.#log.findUser(companyId, name);
  }

  findOperator(companyId: CompanyId, email: string): Promise<number | null> {
    return this.#log.findOperator(companyId, email);
  }

  /** Writes the counts of finished minutes. To be called about once a second. */
  async endMinutes(isLast = false): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    for (const [companyId, minute] of this.#minutes) {
      if (!isLast && nowMs - minute.sinceMs < minuteMs) continue;
      this.#minutes.delete(companyId);
      this.#tellRefused(companyId, minute);
      const counted = [
        ...this.#counted('refused', minute.refusals),
        ...this.#counted('other', minute.facts),
        ...this.#countedDenials(minute.denials),
      ];
      if (counted.length > 0) await this.#write(companyId, counted);
    }
    if (isLast) await Promise.all(this.#writing.values());
  }

  /** Counts an event; true if it is kept in full. */
  async #isFull(event: SignInEvent): Promise<boolean> {
    const minute = this.#minuteOf(event.companyId);
    const { counts, max } = boundOf(minute, event);
    const isRefusal = event.kind === 'refused';
    const isFull = isRefusal ? minute.fullRefusals >= refusalsOfCompanyMax : minute.fullFacts >= factsOfCompanyMax;
    if (!isAlwaysKept(event) && (counts.full >= max || isFull)) {
      counts.over += 1;
      return false;
    }
    counts.full += 1;
    if (isRefusal) minute.fullRefusals += 1;
    else minute.fullFacts += 1;
    if (isAlwaysKept(event) || (await this.#isFullOfAll(event.companyId, isRefusal))) return true;
    counts.full -= 1;
    counts.over += 1;
    return false;
  }

  /** True if the company's bound over all gateways holds; while it cannot be counted this gateway's own bound does. */
  async #isFullOfAll(companyId: CompanyId, isRefusal: boolean): Promise<boolean> {
    const max = isRefusal ? refusalsOfCompanyMax : factsOfCompanyMax;
    const minute = Math.floor(this.#clock.nowMs() / minuteMs);
    const key = `${isRefusal ? 'refusals' : 'facts'} ${companyId} ${minute}`;
    return ((await this.#full?.add(key).catch(() => 0)) ?? 0) <= max;
  }

  #minuteOf(companyId: CompanyId): Minute {
    const nowMs = this.#clock.monotonicMs();
    const known = this.#minutes.get(companyId);
    if (known !== undefined) return known;
    const maps = { refusals: new Map(), denials: new Map(), facts: new Map() };
    const fresh: Minute = { sinceMs: nowMs, fullRefusals: 0, fullFacts: 0, ...maps };
    this.#minutes.set(companyId, fresh);
    return fresh;
  }

  #counted(detail: string, counts: ReadonlyMap<string, Counts>): SignInEntry[] {
    const over = [...counts].filter(([, { over: more }]) => more > 0).toSorted(([, a], [, b]) => b.over - a.over);
    const base = { atMs: this.#clock.nowMs(), personId: null, kind: 'counted' } as const;
    const named = over.slice(0, countedNetworksMax);
    const rest = over.slice(countedNetworksMax);
    const entries: SignInEntry[] = named.map(([key, { over: count }]) => ({
      ...base,
      ...callersOf(key),
      detail,
      count,
    }));
    if (rest.length > 0) {
      const count = rest.reduce((sum, [, { over: more }]) => sum + more, 0);
      entries.push({ ...base, who: 'user', detail: `${detail}, ${rest.length} networks`, network: many, count });
    }
    return entries;
  }

  /** One count per operator, most refused first; the rest together. */
  #countedDenials(denials: ReadonlyMap<string, Counts>): SignInEntry[] {
    const base = {
      atMs: this.#clock.nowMs(),
      who: 'operator',
      kind: 'counted',
      detail: 'notPermitted',
      network: many,
    } as const;
    const over = [...denials].filter(([, { over: more }]) => more > 0).toSorted(([, a], [, b]) => b.over - a.over);
    const named = over
      .slice(0, countedNetworksMax)
      .map(([id, { over: count }]) => ({ ...base, personId: Number(id), count }));
    const rest = over.slice(countedNetworksMax).reduce((sum, [, { over: more }]) => sum + more, 0);
    return rest === 0 ? named : [...named, { ...base, personId: null, count: rest }];
  }

  #tellRefused(companyId: CompanyId, { refusals }: Minute): void {
    const all = [...refusals].map(([key, { full, over }]) => ({ ...callersOf(key), count: full + over }));
    const refused = all.reduce((sum, { count }) => sum + count, 0);
    if (refused < loggedFrom) return;
    const most = all.reduce((left, right) => (right.count > left.count ? right : left));
    this.#onRefused({ companyId, refused, networks: all.length, mostFrom: most.network });
  }

  /** Queues entries; one batch per company is written at a time. */
  #write(companyId: CompanyId, entries: readonly SignInEntry[]): Promise<void> {
    const queue = this.#queues.get(companyId) ?? [];
    queue.push(...entries);
    if (queue.length > queueMax) queue.splice(0, queue.length - queueMax);
    this.#queues.set(companyId, queue);
    const before = this.#writing.get(companyId) ?? Promise.resolve();
    const written = before.catch(() => undefined).then(() => this.#writeBatch(companyId));
    this.#writing.set(companyId, written);
    written.catch(() => undefined);
    return written;
  }

  async #writeBatch(companyId: CompanyId): Promise<void> {
    const queue = this.#queues.get(companyId) ?? [];
    while (queue.length > 0) {
      // Taken off the queue first, because its front is dropped when it grows too long.
      const batch = queue.splice(0, batchMax);
      try {
        await this.#log.append(companyId, batch);
      } catch (error) {
        queue.unshift(...batch.slice(Math.max(0, batch.length - (queueMax - queue.length))));
        throw error;
      }
    }
  }
}

/** True for events that need a valid proof and may reveal a takeover: operators' events and credential changes. */
function isAlwaysKept({ who, kind }: SignInEvent): boolean {
  if (kind === 'refused') return false;
  return who === 'operator' || lasting.has(kind);
}

/** Returns an event's counter and its limit of full entries per minute. */
function boundOf(
  minute: Minute,
  { who, kind, network, deniedTo }: SignInEvent,
): { readonly counts: Counts; readonly max: number } {
  if (deniedTo !== undefined) return { counts: countsOf(minute.denials, String(deniedTo)), max: denialsMax };
  return kind === 'refused'
    ? { counts: countsOf(minute.refusals, `${who} ${network}`), max: refusalsMax }
    : { counts: countsOf(minute.facts, `${who} ${network}`), max: factsMax };
}

/** Returns the caller kind and network of a counter key. */
function callersOf(key: string): Pick<SignInEntry, 'who' | 'network'> {
  const at = key.indexOf(' ');
  return at < 0
    ? { who: 'user', network: key }
    : { who: key.slice(0, at) as SignInEntry['who'], network: key.slice(at + 1) };
}

function countsOf(all: Map<string, Counts>, network: string): Counts {
  const key = all.has(network) || all.size < networksMax ? network : many;
  const known = all.get(key) ?? { full: 0, over: 0 };
  all.set(key, known);
  return known;
}

/** Deletes entries of companies older than 180 days. */
export async function pruneSignIns(
  log: Pick<SignInLog, 'prune'>,
  companyIds: readonly CompanyId[],
  nowMs: number,
): Promise<void> {
  for (const companyId of companyIds) await log.prune(companyId, nowMs - keptMs, nowMs);
}
