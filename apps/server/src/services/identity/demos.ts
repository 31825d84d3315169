import { createHash } from 'node:crypto';
import type { ExpireDemo, OpenAccount } from '@candor/domain/engine/command';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { OpenRateCounts, RateCounts } from '../../ports/guards.ts';
import type { DemoStore, IdentityStore, UserRecord } from '../../ports/identity.ts';
import type { Ids } from '../../ports/secrets.ts';
import { IdentityRefusal } from './refusal.ts';
import type { Tokens } from './tokens.ts';

const attemptsMax = 5;
const uidDigits = 8;
const inviteDigits = 9;

/** Opens a user's trading account, or finds it open or ended; `unavailable` while the core takes no commands. */
export type OpenTradingAccount = (command: OpenAccount) => Promise<'open' | 'ended' | 'unavailable'>;

/**
 * Returns a device's demo by its random id, created on first use with the company's practice balance (R-SES-05).
 * Refuses `demoLimitReached`, `accountDisabled`. Null while the trading core cannot open accounts; a retry is safe.
 */
export async function openDemo(
  deps: {
    readonly store: IdentityStore;
    readonly tokens: Tokens;
    readonly clock: Clock;
    readonly ids: Ids;
    readonly openTradingAccount: OpenTradingAccount;
    readonly limit: DemoLimit;
  },
  company: CompanyRecord,
  request: { readonly demoId: string; readonly userAgent: string; readonly address: string },
): Promise<{ user: UserRecord; token: string } | null> {
  const deviceHash = createHash('sha256').update(request.demoId.toLowerCase()).digest();
  let user = await deps.store.findDemo(company.id, deviceHash);
  if (user === null) {
    await deps.limit.take(company.id, request.address);
    user = await createDemo(deps, company, deviceHash);
  }
  if (user.isDisabled) throw new IdentityRefusal('accountDisabled');
  // For a known user too: the process may have died between the two steps.
  const opened = await deps.openTradingAccount({
    type: 'OpenAccount',
    atMs: deps.clock.nowMs(),
    accountId: user.accountId,
    tenantId: company.id,
    realm: 'demo',
    currency: user.currency,
    grant: company.demoBalance,
  });
  if (opened !== 'open') return null;
  return { user, token: await deps.tokens.issue(user, request.userAgent) };
}

async function createDemo(
  deps: { readonly store: IdentityStore; readonly clock: Clock; readonly ids: Ids },
  company: CompanyRecord,
  deviceHash: Buffer,
): Promise<UserRecord> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const user = await deps.store.createUser({
      companyId: company.id,
      uid: deps.ids.digits(uidDigits),
      isDemo: true,
      demoDeviceHash: deviceHash,
      currency: 'USD',
      inviteCode: deps.ids.digits(inviteDigits),
      createdAtMs: deps.clock.nowMs(),
    });
    // Taken by the same device just now, or the number is in use.
    const found = user ?? (await deps.store.findDemo(company.id, deviceHash));
    if (found !== null) return found;
  }
  throw new Error(`Invariant: a free account number is found within ${attemptsMax} attempts`);
}

const hourMs = 3_600_000;

export interface DemoLimits {
  /** New demos per hour from one network (IPv4 address or IPv6 /64), over all companies. */
  readonly perAddressMax: number;
  /** New demos per hour of one company. */
  readonly perCompanyMax: number;
}

/** Limits new demos, because each occupies rows and memory (R-SES-26). */
export class DemoLimit {
  readonly #limits: DemoLimits;
  readonly #made: RateCounts;

  constructor(open: OpenRateCounts, limits: DemoLimits) {
    this.#limits = limits;
    this.#made = open('demo', hourMs);
  }

  /** Counts a new demo, before it is made, so that parallel ones count too. Refuses `demoLimitReached`. */
  async take(companyId: CompanyId, network: string): Promise<void> {
    const [from, at] = [`network ${network}`, `company ${companyId}`];
    await this.#add(from, this.#limits.perAddressMax);
    try {
      await this.#add(at, this.#limits.perCompanyMax);
    } catch (error) {
      await this.#made.takeBack(from);
      throw error;
    }
  }

  async #add(key: string, max: number): Promise<void> {
    if ((await this.#made.add(key)) <= max) return;
    // A refusal does not count, so that the window ends for a caller who keeps trying.
    await this.#made.takeBack(key);
    throw new IdentityRefusal('demoLimitReached');
  }
}

/** Use is recorded once an hour. */
const idleMs = 30 * 86_400_000 + 3_600_000;
const batch = 200;
/** Maximum of demos checked per company and run. */
const runMax = 5_000;

export interface DemoExpiryDeps {
  readonly store: DemoStore;
  readonly clock: Clock;
  readonly companies: () => Promise<readonly { readonly id: CompanyId }[]>;
  /** True if the account has an open or pending order. */
  readonly hasOrders: (accountId: AccountId) => Promise<boolean>;
  /** Resolves to false while the trading core takes no commands. */
  readonly expire: (command: ExpireDemo) => Promise<boolean>;
  readonly forgetSessions: (sessionIds: readonly string[]) => void;
}

/**
 * Ends demos unused for 30 days (R-SES-34), one at a time, so that the trading core can run between them. The device is
 * released first, so that nobody logs in to the old demo; an interrupted run is finished by the next.
 */
export function createDemoExpiry(deps: DemoExpiryDeps): () => Promise<void> {
  return async () => {
    const failures: unknown[] = [];
    // A company without a core delays no other one's.
    for (const { id } of await deps.companies())
      await expireIn(deps, id).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
}

async function expireIn(deps: DemoExpiryDeps, companyId: CompanyId): Promise<void> {
  const { store, clock } = deps;
  const nowMs = clock.nowMs();
  const sinceMs = nowMs - idleMs;
  for (let seen = 0; seen < runMax; seen += batch) {
    const idle = await store.findIdleDemos(companyId, sinceMs, batch);
    for (const { accountId, hasTraded } of idle) {
      if (hasTraded || (await deps.hasOrders(accountId))) await store.noteDemoUse(companyId, accountId, nowMs);
      else if (!(await expireDemo(deps, companyId, accountId, sinceMs))) return;
    }
    if (idle.length < batch) return;
  }
}

async function expireDemo(
  { store, clock, expire, forgetSessions }: DemoExpiryDeps,
  companyId: CompanyId,
  accountId: AccountId,
  sinceMs: number,
): Promise<boolean> {
  const sessions = await store.releaseDemo(companyId, accountId, sinceMs);
  if (sessions === null) return true;
  forgetSessions(sessions);
  if (!(await expire({ type: 'ExpireDemo', atMs: clock.nowMs(), accountId }))) return false;
  forgetSessions(await store.endDemo(companyId, accountId, clock.nowMs()));
  return true;
}
