import { createHash } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { TotpStep } from '../../ports/credentials.ts';
import type { RateCounts, WorkAsked, WorkProofs } from '../../ports/guards.ts';
import { coolingOffMs, type KnownOperator, type OperatorRecord, type OperatorStore } from '../../ports/operators.ts';
import type { Ids, PasswordHasher } from '../../ports/secrets.ts';
import type { SignInRecorder } from '../../ports/sign-ins.ts';

export interface OperatorCredentials {
  readonly email: string;
  readonly password: string;
  /** Code of the second factor. */
  readonly code: string | undefined;
}

/** Returns the work bits for a number of failures, some of them free. */
export type WorkFor = (failures: number, free: number, step: number) => number;

type FactorFault = 'factor-missing' | 'factor-wrong' | 'too-many';

/** Network of the caller and the proof of work sent. */
export interface OperatorCaller {
  readonly network: string;
  readonly work: string | null;
}

export type OperatorSignIn =
  | { readonly kind: 'signed-in'; readonly operator: OperatorRecord; readonly token: string }
  | { readonly kind: 'wrong' }
  /** The password was right; the second factor is missing, wrong or used. */
  | { readonly kind: 'factor-missing' }
  | { readonly kind: 'factor-wrong' }
  | { readonly kind: 'too-many' }
  /** Work is required before any check. */
  | { readonly kind: 'work'; readonly asked: WorkAsked };

/** Idle timeout and maximum lifetime of an operator's session. */
const idleMaxMs = 30 * 60_000;
const lifetimeMaxMs = 12 * 3_600_000;
const touchEveryMs = 30_000;
/** Free failures per account and network, per account, and per network; each further one costs work. */
const freeOfPair = 8;
const freeOfAccount = 20;
const freeOfNetwork = 40;
const freeOf = [freeOfPair, freeOfAccount, freeOfNetwork];
/** Wrong codes within a quarter of an hour. The sender knows the password, so strangers cannot lock anyone out. */
const factorFailuresMax = 5;

/** Sessions of operators, separate from users' and shorter (R-OPS-01). */
export class OperatorSessions {
  readonly #store: OperatorStore;
  readonly #hasher: PasswordHasher;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #failures: RateCounts;
  readonly #work: WorkProofs;
  readonly #workFor: WorkFor;
  readonly #totp: TotpReader;
  readonly #signIns: Pick<SignInRecorder, 'note'>;

  constructor(deps: {
    store: OperatorStore;
    hasher: PasswordHasher;
    clock: Clock;
    ids: Ids;
    failures: RateCounts;
    work: WorkProofs;
    workFor: WorkFor;
    totp: TotpReader;
    signIns: Pick<SignInRecorder, 'note'>;
  }) {
    this.#store = deps.store;
    this.#hasher = deps.hasher;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#failures = deps.failures;
    this.#work = deps.work;
    this.#workFor = deps.workFor;
    this.#totp = deps.totp;
    this.#signIns = deps.signIns;
  }

  /**
   * Signs in an operator. An unknown or disabled account and a wrong password get the same answer after the same work
   * (R-OPS-03).
   */
  async signIn(companyId: CompanyId, given: OperatorCredentials, caller: OperatorCaller): Promise<OperatorSignIn> {
    const { email, password } = given;
    const account = email.trim().toLowerCase();
    const { network } = caller;
    const pair = `${companyId} ${account} ${network}`;
    const ofAccount = `${companyId} ${account}`;
    const ofNetwork = `${companyId} ${network}`;
    const asked = await this.#beginTry([pair, ofAccount, ofNetwork], `operator ${pair}`, caller);
    if (asked !== null) return { kind: 'work', asked };
    const found = await this.#store.findByEmail(companyId, account);
    const isRight = await this.#hasher.verify(found?.passwordHash ?? null, password.normalize('NFKC'), network);
    if (!isRight || found === null || found.operator.isDisabled) return { kind: 'wrong' };
    await Promise.all([
      this.#failures.clear(pair),
      this.#failures.clear(ofAccount),
      this.#failures.takeBack(ofNetwork),
    ]);
    const fault = await this.#findFactorFault(found, given.code);
    if (fault !== null) return { kind: fault };
    const token = await this.#issue(found);
    // Changed since the check (R-SES-40).
    return token === null ? { kind: 'wrong' } : { kind: 'signed-in', operator: found.operator, token };
  }

  /**
   * Counts a try before it is checked, by pair, account and network. Returns the work required of a guesser, never a
   * lockout; null if none is needed or it was done (R-OPS-03). Parallel tries, at this gateway or others, have read the
   * same counts: one that is not free by its own number is taken back.
   */
  async #beginTry(keys: readonly string[], purpose: string, { work }: OperatorCaller): Promise<WorkAsked | null> {
    const bits = this.#bitsFor(await Promise.all(keys.map((key) => this.#failures.count(key))));
    if (bits > 0 && !(await this.#work.isDone(purpose, bits, work))) return this.#work.ask(purpose, bits);
    const counted: string[] = [];
    let ownBits = 0;
    // One after the other, so that a burst refused by its pair does not count against account and network.
    for (const [at, key] of keys.entries()) {
      const number = await this.#failures.add(key);
      counted.push(key);
      ownBits = this.#workFor(number - 1, freeOf[at] ?? 0, 1);
      if (bits === 0 && ownBits > 0) break;
    }
    if (bits > 0 || ownBits === 0) return null;
    await Promise.all(counted.map((key) => this.#failures.takeBack(key)));
    return this.#work.ask(purpose, ownBits);
  }

  /** Returns the work for failures by pair, account and network. */
  #bitsFor(failures: readonly number[]): number {
    return Math.max(...failures.map((count, at) => this.#workFor(count, freeOf[at] ?? 0, 1)));
  }

  /** Returns the fault of the second factor's code; null if right or not set up (R-OPS-12). */
  async #findFactorFault({ operator, totp }: KnownOperator, code: string | undefined): Promise<FactorFault | null> {
    if (totp === null || !totp.isConfirmed) return null;
    if (code === undefined) return 'factor-missing';
    const key = `factor ${operator.companyId} ${operator.id}`;
    if ((await this.#failures.add(key)) > factorFailuresMax) return 'too-many';
    const step = this.#totp.stepOf(operator, totp.sealed, code, this.#clock);
    if (step === null || !(await this.#store.useTotpStep(operator.companyId, operator.id, step))) {
      // The caller knows the password.
      await this.#record(operator, 'second-factor-refused', `operator ${operator.id}`);
      return 'factor-wrong';
    }
    await this.#failures.clear(key);
    return null;
  }

  /** Returns a token's operator at a company; null if unknown there, ended or disabled. */
  async authenticate(companyId: CompanyId, token: string): Promise<OperatorRecord | null> {
    if (token.length === 0 || token.length > 256) return null;
    const found = await this.#store.findByToken(companyId, operatorTokenHash(token));
    if (found === null) return null;
    const nowMs = this.#clock.nowMs();
    const { token: record, operator } = found;
    if (operator.isDisabled || nowMs >= record.expiresAtMs || nowMs - record.lastSeenAtMs > idleMaxMs) {
      await this.#store.removeToken(companyId, record.tokenHash);
      return null;
    }
    if (nowMs - record.lastSeenAtMs > touchEveryMs) await this.#store.touchToken(companyId, record.tokenHash, nowMs);
    return operator;
  }

  /** True if the operator is new, or got more rights lately, and so approves nothing (R-OPS-96). */
  isCoolingOff({ rightsSinceMs }: OperatorRecord): boolean {
    return this.#clock.nowMs() < rightsSinceMs + coolingOffMs;
  }

  /** Records the export of a list. */
  recordExport(operator: OperatorRecord, list: string): Promise<void> {
    return this.#record(operator, 'list-exported', list);
  }

  /** Records a call refused for missing permission, without delaying the answer. */
  noteDenied({ companyId, id }: OperatorRecord, call: string, network: string): void {
    const detail = `notPermitted ${call}`;
    this.#signIns.note({
      companyId,
      who: 'operator',
      kind: 'refused',
      detail,
      network,
      deniedTo: id,
      person: () => id,
    });
  }

  async end(companyId: CompanyId, token: string): Promise<void> {
    await this.#store.removeToken(companyId, operatorTokenHash(token));
  }

  #record({ companyId, id }: OperatorRecord, action: string, subject: string): Promise<void> {
    return this.#store.record(companyId, this.#clock.nowMs(), { operatorId: id, action, subject, reason: '' });
  }

  /** Starts a session; null if the credentials are not the verified ones any more. */
  async #issue(verified: KnownOperator): Promise<string | null> {
    const { operator } = verified;
    const token = this.#ids.token();
    const nowMs = this.#clock.nowMs();
    const record = {
      companyId: operator.companyId,
      tokenHash: operatorTokenHash(token),
      operatorId: operator.id,
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      expiresAtMs: nowMs + lifetimeMaxMs,
    };
    const subject = `operator ${operator.id}`;
    const audit = { operatorId: operator.id, action: 'signed-in', subject, reason: '' };
    return (await this.#store.addToken(record, verified, audit)) ? token : null;
  }
}

/** Returns the stored hash of a token. */
export function operatorTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

type OperatorKey = Pick<OperatorRecord, 'companyId' | 'id'>;

/** Returns the time step of an operator's code; null if not current. */
export interface TotpReader {
  stepOf(operator: OperatorKey, sealed: Buffer, code: string, clock: Pick<Clock, 'nowMs' | 'wallMs'>): TotpStep | null;
}

/** Creates authenticator secrets sealed for their operator. */
export interface TotpMaker extends TotpReader {
  create(
    operator: OperatorRecord,
    issuer: string,
  ): { readonly secret: string; readonly uri: string; readonly sealed: Buffer };
}

/** Seal context of an operator's TOTP secret. */
export function operatorTotpPlace({ companyId, id }: OperatorKey): string {
  return `operator-totp/${companyId}/${id}`;
}
