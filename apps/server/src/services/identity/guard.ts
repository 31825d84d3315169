import { codeSendsMax, type RecentSends } from '../../ports/credentials.ts';
import type { OpenRateCounts, RateCounts, WorkProofs } from '../../ports/guards.ts';
import type { Captchas, GivenCaptcha } from './captchas.ts';
import type { TrustedDevices } from './devices.ts';
import type { Caller } from './identity-deps.ts';
import { IdentityRefusal } from './refusal.ts';
import { leastWork, mostWork, workFor } from './work-proofs.ts';

const hourMs = 3_600_000;

/** Wrong passwords, codes and invitations that an address may give in an hour before each further call costs work. */
const freeFailures = 20;
const failuresStep = 10;
/** Codes that an address may ask for in an hour before a captcha is asked for, and before work is. */
const sendsBeforeCaptcha = 3;
const freeSends = 10;
const sendsStep = 5;
/** Codes in an hour for one account that cost no work: of one device or network, and of all strangers together. */
const freeOfRequester = 5;
const freeOfStrangers = 15;
/** Codes in an hour to all strangers of a company; from half of it everybody is asked for work. */
const allSendsMax = 50_000;
/** Work that stands for the pause between two codes, where another behind the same address asked for the last. */
const pauseWork = 16;
/** Wrong passwords of one account from one address, or from one of its own devices, that cost nothing. */
const freeOfPair = 3;
/** Wrong passwords of one account from everywhere in an hour before a captcha is asked for, and the most there may be. */
const failuresBeforeCaptcha = 10;
const failuresMax = 300;
/** Wrong passwords in an hour before a device counts as a stranger. */
const deviceFailuresMax = 20;
/** Who asks for a second factor knows the password already, so a hard limit harms no stranger's victim. */
const factorFailuresMax = 20;
/** Wrong passwords within one session in an hour; the next one ends it. */
const sessionFailuresMax = 10;
/** Share of the queue for passwords that is taken before everybody is asked for work. */
const busyFrom = 0.5;

/** Facts about the caller that limits use. */
export type Asking = Pick<Caller, 'address' | 'company' | 'device' | 'work'>;

export interface Attempt {
  passed(): Promise<void>;
}

/**
 * Makes guessing slow without shutting anybody out (R-SES-23). Pressure from an address is answered by asking for work,
 * pressure on an account by a captcha; a device that has logged in to the account before is counted apart from strangers.
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
    /** Share of the queue for passwords that is taken, 0 to 1. */
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
   * Before a password is looked at. Counts as a failure until `passed` takes it back, so that many at once count too.
   * Refuses `workRequired`, `captchaRequired`, `captchaWrong`, `accountGuarded`.
   */
  async beginPassword(account: string, asking: Asking, captcha: GivenCaptcha | null): Promise<Attempt> {
    const device = this.#devices.idOf(account, asking.device);
    if (device !== null && (await this.#pairs.count(`device ${device}`)) < deviceFailuresMax)
      return this.#beginOnDevice(account, device, asking);
    const failures = await this.#accounts.count(account);
    if (failures >= failuresMax) throw new IdentityRefusal('accountGuarded', { ways: ['known-device', 'reset'] });
    const isSuspect = failures >= failuresBeforeCaptcha;
    if (isSuspect && captcha === null) throw new IdentityRefusal('captchaRequired');
    await this.#requireWork(`password ${account}`, asking, [await this.#ofPair(account, asking), this.#ofLoad()]);
    if (isSuspect) await this.#requireCaptcha(captcha);
    return this.#count(account, asking);
  }

  /**
   * The same for the password of a user who is logged in: slowed down, and shown no picture. Who goes on guessing holds
   * a stolen session: it is ended, and `tooManyRequests` refused.
   */
  async beginOwnPassword(
    account: string,
    asking: Asking,
    session: { readonly sessionId: string; readonly end: () => Promise<unknown> },
  ): Promise<Attempt> {
    await this.#requireWork(`own ${account}`, asking, [await this.#ofPair(account, asking), this.#ofLoad()]);
    const key = `session ${session.sessionId}`;
    if ((await this.#factors.add(key)) > sessionFailuresMax) {
      await session.end();
      throw new IdentityRefusal('tooManyRequests');
    }
    const attempt = await this.#count(account, asking);
    return { passed: async () => void (await Promise.all([attempt.passed(), this.#factors.clear(key)])) };
  }

  /**
   * Before a code is sent, counted whatever becomes of it. A device of the account's own has a lane of its own; among
   * strangers work takes the place of the pause and of limits, up to the most that is sent for one account. Refuses
   * `codesGuarded`, `codeTooSoon`, `captchaRequired`, `captchaWrong`, `workRequired`, `tooManyRequests`.
   */
  async beginSend(
    account: string,
    asking: Asking,
    captcha: GivenCaptcha | null,
    recent: RecentSends,
  ): Promise<{ readonly isPausePaid: boolean }> {
    const purpose = `send ${account}`;
    const ofRequester = workFor(recent.ofRequester, freeOfRequester, 1);
    if (this.#devices.idOf(account, asking.device) !== null) {
      await this.#refuseWithoutWork(purpose, asking, recent.pauseMs > 0 ? 0 : ofRequester);
      return { isPausePaid: false };
    }
    if (recent.ofStrangers >= codeSendsMax.strangers)
      throw new IdentityRefusal('codesGuarded', { ways: ['known-device'], wait_ms: recent.oldestLeftMs });
    const [sends, ofAll] = await Promise.all([this.#sends.count(asking.address), this.#allSends.count(allOf(asking))]);
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
    await this.#requireWork(purpose, asking, isPaused ? [...bits, pauseWork] : bits, recent.pauseMs);
    if (isSuspect) await this.#requireCaptcha(captcha);
    await Promise.all([this.#sends.add(asking.address), this.#allSends.add(allOf(asking))]);
    return { isPausePaid: isPaused };
  }

  /** Before a code or an invitation is looked at, and the password that comes with it; wrong ones count as `failed`. */
  async beginGuess(account: string, asking: Asking): Promise<{ failed(): Promise<void> }> {
    await this.#requireWork(`guess ${account}`, asking, [this.#ofLoad()]);
    return {
      failed: async () => {
        await this.#failures.add(asking.address);
      },
    };
  }

  async beginFactor(user: string): Promise<Attempt> {
    if ((await this.#factors.add(user)) > factorFailuresMax) throw new IdentityRefusal('tooManyRequests');
    return { passed: () => this.#factors.clear(user) };
  }

  /** The account's owner has proved it by a message: the guesses of strangers no longer count. */
  async forgive(account: string): Promise<void> {
    await this.#accounts.clear(account);
  }

  /** The account's own device: neither strangers' guesses nor those of its address count against it. */
  async #beginOnDevice(account: string, device: string, asking: Asking): Promise<Attempt> {
    const key = `device ${device}`;
    const bits = workFor(await this.#pairs.count(key), freeOfPair, 1);
    await this.#refuseWithoutWork(`password ${account}`, asking, Math.max(bits, this.#ofLoad()));
    await this.#pairs.add(key);
    return { passed: () => this.#pairs.clear(key) };
  }

  async #count(account: string, { address }: Asking): Promise<Attempt> {
    const pair = `${account} ${address}`;
    await Promise.all([this.#pairs.add(pair), this.#accounts.add(account), this.#failures.add(address)]);
    return {
      passed: async () => {
        const all = [this.#pairs.clear(pair), this.#accounts.clear(account), this.#failures.takeBack(address)];
        await Promise.all(all);
      },
    };
  }

  async #ofPair(account: string, { address }: Asking): Promise<number> {
    return workFor(await this.#pairs.count(`${account} ${address}`), freeOfPair, 1);
  }

  #ofLoad(): number {
    const load = this.#load();
    return load < busyFrom ? 0 : Math.round(leastWork + ((load - busyFrom) / (1 - busyFrom)) * (mostWork - leastWork));
  }

  /** The hardest of what is asked for, among it the failures of the address. */
  async #requireWork(purpose: string, asking: Asking, bits: readonly number[], pauseMs = 0): Promise<void> {
    const ofAddress = workFor(await this.#failures.count(asking.address), freeFailures, failuresStep);
    await this.#refuseWithoutWork(purpose, asking, Math.max(ofAddress, ...bits), pauseMs);
  }

  /** Where waiting would do as well, `codeTooSoon` says how long, beside the work. */
  async #refuseWithoutWork(
    purpose: string,
    { company, address, work }: Asking,
    bits: number,
    pauseMs = 0,
  ): Promise<void> {
    if (bits === 0) return;
    const bound = `${company.id}/${address}/${purpose}`;
    if (await this.#work.isDone(bound, bits, work)) return;
    const asked = this.#work.ask(bound, bits);
    if (pauseMs > 0) throw new IdentityRefusal('codeTooSoon', { wait_ms: pauseMs, work: asked });
    throw new IdentityRefusal('workRequired', asked);
  }

  async #requireCaptcha(captcha: GivenCaptcha | null): Promise<void> {
    if (captcha === null) throw new IdentityRefusal('captchaRequired');
    await this.#captchas.use(captcha);
  }
}

function allOf({ company }: Asking): string {
  return String(company.id);
}
