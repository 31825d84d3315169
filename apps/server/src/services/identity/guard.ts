import type { Language } from '@candor/contracts/languages';
import type { CompanyRecord } from '../../ports/company.ts';
import { codeSendsMax, type RecentSends } from '../../ports/credentials.ts';
import type { OpenRateCounts, RateCounts, WorkProofs } from '../../ports/guards.ts';
import type { Captchas, GivenCaptcha } from './captchas.ts';
import type { TrustedDevices } from './devices.ts';
import { IdentityRefusal } from './refusal.ts';
import { leastWork, mostWork, workFor } from './work-proofs.ts';

const hourMs = 3_600_000;

/** Failures per hour (passwords, codes, invitations) of an address before each further call costs work. */
const freeFailures = 20;
const failuresStep = 10;
/** Codes per hour of an address before a captcha is required, and before work is. */
const sendsBeforeCaptcha = 3;
const freeSends = 10;
const sendsStep = 5;
/** Free codes per hour for one account: per device or network, and for all strangers together. */
const freeOfRequester = 5;
const freeOfStrangers = 15;
/** Codes per hour to all strangers of a company; from half of it everyone is asked for work. */
const allSendsMax = 50_000;
/** Work that replaces the pause between codes if another caller behind the address requested the last one. */
const pauseWork = 16;
/** Free failures for an account from one address, or from one of its devices. */
const freeOfPair = 3;
/** Failures per hour for an account before a captcha is required, and the maximum. */
const failuresBeforeCaptcha = 10;
const failuresMax = 300;
/** Failures per hour before a device counts as a stranger. */
const deviceFailuresMax = 20;
/** A hard limit: the caller already knows the password, so it cannot lock a victim out. */
const factorFailuresMax = 20;
/** Failures per hour within a session; the next one ends it. */
const sessionFailuresMax = 10;
/** Share of the password queue in use from which everyone is asked for work. */
const busyFrom = 0.5;

/** The caller, as known from the connection. */
export interface Caller {
  readonly company: CompanyRecord;
  /** IPv4 address, or IPv6 /64: what one customer has. */
  readonly address: string;
  readonly userAgent: string;
  /** Proof of work as received; null if none. */
  readonly work: string | null;
  /** Device token from an earlier login, as received; null if none. */
  readonly device: string | null;
  readonly language: Language;
  /** Countries not served by the company. */
  readonly blockedCountries: ReadonlySet<string>;
}

/** Caller facts used by the limits. */
export type CallerFacts = Pick<Caller, 'address' | 'company' | 'device' | 'work'>;

export interface Attempt {
  passed(): Promise<void>;
}

/**
 * Slows guessing without locking anyone out (R-SES-23): work against pressure from an address, a captcha against
 * pressure on an account. Devices that have logged in to the account are counted apart from strangers.
 */
export class Guard {
  readonly #captchas: Captchas;
  readonly #work: WorkProofs;
  readonly #devices: TrustedDevices;
  readonly #load: () => number;
  readonly #pairs: RateCounts;
  readonly #accounts: RateCounts;
  readonly #failures: RateCounts;
  readonly #sends: RateCounts;
  readonly #allSends: RateCounts;
  readonly #factors: RateCounts;

  constructor(deps: {
    open: OpenRateCounts;
    captchas: Captchas;
    work: WorkProofs;
    devices: TrustedDevices;
    /** Share of the password queue in use, 0 to 1. */
    load: () => number;
  }) {
    this.#captchas = deps.captchas;
    this.#work = deps.work;
    this.#devices = deps.devices;
    this.#load = deps.load;
    this.#pairs = deps.open('pair', hourMs);
    this.#accounts = deps.open('account', hourMs);
    this.#failures = deps.open('failure', hourMs);
    this.#sends = deps.open('send', hourMs);
    this.#allSends = deps.open('company-send', hourMs);
    this.#factors = deps.open('factor', hourMs);
  }

  /**
   * Begins a password check. Counts as a failure until `passed`, so that parallel tries count too. Refuses
   * `workRequired`, `captchaRequired`, `captchaWrong`, `accountGuarded`.
   */
  async beginPassword(account: string, caller: CallerFacts, captcha: GivenCaptcha | null): Promise<Attempt> {
    const device = this.#devices.idOf(account, caller.device);
    if (device !== null && (await this.#pairs.count(`device ${device}`)) < deviceFailuresMax)
      return this.#beginOnDevice(account, device, caller);
    const failures = await this.#accounts.count(account);
    if (failures >= failuresMax) throw accountGuarded();
    const isSuspect = failures >= failuresBeforeCaptcha;
    if (isSuspect && captcha === null) throw new IdentityRefusal('captchaRequired');
    const purpose = `password ${account}`;
    const work = await this.#requireWork(purpose, caller, [await this.#ofPair(account, caller), this.#ofLoad()]);
    if (isSuspect) await this.#requireCaptcha(captcha);
    return this.#count(account, caller, { purpose, work, accountMax: isSuspect ? failuresMax : failuresBeforeCaptcha });
  }

  /**
   * Begins a password check of a logged-in user: work, no captcha. A session that keeps guessing counts as stolen: it
   * is ended and refused `tooManyRequests`.
   */
  async beginOwnPassword(
    account: string,
    caller: CallerFacts,
    session: { readonly sessionId: string; readonly end: () => Promise<unknown> },
  ): Promise<Attempt> {
    const purpose = `own ${account}`;
    const work = await this.#requireWork(purpose, caller, [await this.#ofPair(account, caller), this.#ofLoad()]);
    const key = `session ${session.sessionId}`;
    if ((await this.#factors.add(key)) > sessionFailuresMax) {
      await session.end();
      throw new IdentityRefusal('tooManyRequests');
    }
    const attempt = await this.#count(account, caller, { purpose, work, accountMax: Number.POSITIVE_INFINITY });
    return { passed: async () => void (await Promise.all([attempt.passed(), this.#factors.clear(key)])) };
  }

  /**
   * Begins sending a code; counted whatever the outcome. The account's own devices have their own limits; for strangers
   * work replaces the pause and limits, up to the account's maximum. Refuses `codesGuarded`, `codeTooSoon`,
   * `captchaRequired`, `captchaWrong`, `workRequired`, `tooManyRequests`.
   */
  async beginSend(
    account: string,
    caller: CallerFacts,
    captcha: GivenCaptcha | null,
    recent: RecentSends,
  ): Promise<{ readonly isPausePaid: boolean }> {
    const purpose = `send ${account}`;
    const ofRequester = workFor(recent.ofRequester, freeOfRequester, 1);
    if (this.#devices.idOf(account, caller.device) !== null) {
      await this.#refuseWithoutWork(purpose, caller, recent.pauseMs > 0 ? 0 : ofRequester);
      return { isPausePaid: false };
    }
    if (recent.ofStrangers >= codeSendsMax.strangers)
      throw new IdentityRefusal('codesGuarded', { ways: ['known-device'], waitMs: recent.oldestLeftMs });
    const [sends, ofAll] = await Promise.all([this.#sends.count(caller.address), this.#allSends.count(allOf(caller))]);
    if (ofAll >= allSendsMax) throw new IdentityRefusal('tooManyRequests');
    const isSuspect = sends >= sendsBeforeCaptcha || recent.ofStrangers >= freeOfStrangers;
    if (isSuspect && captcha === null) throw new IdentityRefusal('captchaRequired');
    const bits = [
      workFor(sends, freeSends, sendsStep),
      workFor(recent.ofStrangers, freeOfStrangers, sendsStep),
      ofRequester,
      workFor(ofAll, allSendsMax / 2, allSendsMax / 100),
    ];
    const isPaused = recent.pauseMs > 0;
    const work = await this.#requireWork(purpose, caller, isPaused ? [...bits, pauseWork] : bits, recent.pauseMs);
    if (isSuspect) await this.#requireCaptcha(captcha);
    await this.#countSend(caller, { purpose, work, isSuspect });
    return { isPausePaid: isPaused };
  }

  /** Counts a code to be sent; one of several parallel requests that is beyond a limit by its number is refused. */
  async #countSend(
    caller: CallerFacts,
    { purpose, work, isSuspect }: { readonly purpose: string; readonly work: number; readonly isSuspect: boolean },
  ): Promise<void> {
    const [ofAddress, ofAll] = await Promise.all([this.#sends.add(caller.address), this.#allSends.add(allOf(caller))]);
    const asked = workFor(ofAddress - 1, freeSends, sendsStep);
    const isGuarded = !isSuspect && ofAddress > sendsBeforeCaptcha;
    const isLate = ofAll > allSendsMax;
    if (!isGuarded && !isLate && (work > 0 || asked === 0)) return;
    await Promise.all([this.#sends.takeBack(caller.address), this.#allSends.takeBack(allOf(caller))]);
    if (isLate) throw new IdentityRefusal('tooManyRequests');
    if (isGuarded) throw new IdentityRefusal('captchaRequired');
    throw new IdentityRefusal('workRequired', this.#work.ask(boundTo(caller, purpose), asked));
  }

  /** Begins checking a code or invitation, and the password that comes with it; wrong ones count as `failed`. */
  async beginGuess(account: string, caller: CallerFacts): Promise<{ failed(): Promise<void> }> {
    await this.#requireWork(`guess ${account}`, caller, [this.#ofLoad()]);
    return {
      failed: async () => {
        await this.#failures.add(caller.address);
      },
    };
  }

  async beginFactor(user: string): Promise<Attempt> {
    if ((await this.#factors.add(user)) > factorFailuresMax) throw new IdentityRefusal('tooManyRequests');
    return { passed: () => this.#factors.clear(user) };
  }

  /** Clears strangers' failures once the owner has proved the account by a code. */
  async forgive(account: string): Promise<void> {
    await this.#accounts.clear(account);
  }

  /** On the account's own device: failures of strangers or of its address do not count. */
  async #beginOnDevice(account: string, device: string, caller: CallerFacts): Promise<Attempt> {
    const key = `device ${device}`;
    const bits = workFor(await this.#pairs.count(key), freeOfPair, 1);
    const purpose = `password ${account}`;
    const work = Math.max(bits, this.#ofLoad());
    await this.#refuseWithoutWork(purpose, caller, work);
    const asked = workFor((await this.#pairs.add(key)) - 1, freeOfPair, 1);
    if (work === 0 && asked > 0) {
      await this.#pairs.takeBack(key);
      await this.#refuseWithoutWork(purpose, caller, asked);
      await this.#pairs.add(key);
    }
    return { passed: () => this.#pairs.clear(key) };
  }

  /**
   * Counts an attempt. Parallel attempts, at this gateway or others, have read the same counts: an attempt that was free
   * by those and is not by its own number is taken back and refused.
   */
  async #count(
    account: string,
    caller: CallerFacts,
    { purpose, work, accountMax }: { readonly purpose: string; readonly work: number; readonly accountMax: number },
  ): Promise<Attempt> {
    const { address } = caller;
    const pair = `${account} ${address}`;
    const counted: (() => Promise<void>)[] = [];
    const add = async (counts: RateCounts, key: string) => {
      const number = await counts.add(key);
      counted.push(() => counts.takeBack(key));
      return number;
    };
    const refuse = async (refusal: IdentityRefusal) => {
      await Promise.all(counted.map((takeBack) => takeBack()));
      throw refusal;
    };
    const refuseWork = (bits: number) =>
      refuse(new IdentityRefusal('workRequired', this.#work.ask(boundTo(caller, purpose), bits)));
    // One after the other, so that a burst from one network does not count against the account.
    const ofPair = workFor((await add(this.#pairs, pair)) - 1, freeOfPair, 1);
    if (work === 0 && ofPair > 0) await refuseWork(ofPair);
    const ofAddress = workFor((await add(this.#failures, address)) - 1, freeFailures, failuresStep);
    if (work === 0 && ofAddress > 0) await refuseWork(ofAddress);
    if ((await add(this.#accounts, account)) > accountMax)
      await refuse(accountMax === failuresMax ? accountGuarded() : new IdentityRefusal('captchaRequired'));
    return {
      passed: async () => {
        const all = [this.#pairs.clear(pair), this.#accounts.clear(account), this.#failures.takeBack(address)];
        await Promise.all(all);
      },
    };
  }

  async #ofPair(account: string, { address }: CallerFacts): Promise<number> {
    return workFor(await this.#pairs.count(`${account} ${address}`), freeOfPair, 1);
  }

  #ofLoad(): number {
    const load = this.#load();
    return load < busyFrom ? 0 : Math.round(leastWork + ((load - busyFrom) / (1 - busyFrom)) * (mostWork - leastWork));
  }

  /** Requires the highest work asked for, including that for the address's failures, and returns its bits. */
  async #requireWork(purpose: string, caller: CallerFacts, bits: readonly number[], pauseMs = 0): Promise<number> {
    const ofAddress = workFor(await this.#failures.count(caller.address), freeFailures, failuresStep);
    const work = Math.max(ofAddress, ...bits);
    await this.#refuseWithoutWork(purpose, caller, work, pauseMs);
    return work;
  }

  /** Refuses without work; if waiting would do too, `codeTooSoon` carries both. */
  async #refuseWithoutWork(purpose: string, caller: CallerFacts, bits: number, pauseMs = 0): Promise<void> {
    if (bits === 0) return;
    const bound = boundTo(caller, purpose);
    if (await this.#work.isDone(bound, bits, caller.work)) return;
    const asked = this.#work.ask(bound, bits);
    if (pauseMs > 0) throw new IdentityRefusal('codeTooSoon', { waitMs: pauseMs, work: asked });
    throw new IdentityRefusal('workRequired', asked);
  }

  async #requireCaptcha(captcha: GivenCaptcha | null): Promise<void> {
    if (captcha === null) throw new IdentityRefusal('captchaRequired');
    await this.#captchas.use(captcha);
  }
}

/** Purpose of a proof of work: one call of one network at one company. */
function boundTo({ company, address }: CallerFacts, purpose: string): string {
  return `${company.id}/${address}/${purpose}`;
}

function accountGuarded(): IdentityRefusal {
  return new IdentityRefusal('accountGuarded', { ways: ['known-device', 'reset'] });
}

function allOf({ company }: CallerFacts): string {
  return String(company.id);
}
