import { createHash } from 'node:crypto';
import type { TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { TotpStep } from '../../ports/credentials.ts';
import type { RateCounts, WorkAsked, WorkProofs } from '../../ports/guards.ts';
import type { KnownOperator, OperatorRecord, OperatorStore } from '../../ports/operators.ts';
import type { Ids, PasswordHasher } from '../../ports/secrets.ts';
import type { SignInRecorder } from '../../ports/sign-ins.ts';

export interface OperatorCredentials {
  readonly email: string;
  readonly password: string;
  /** Of the second factor. */
  readonly code: string | undefined;
}

/** Bits to ask for after so many failures, of which some are free. */
export type WorkFor = (failures: number, free: number, step: number) => number;

type FactorFault = 'factor-missing' | 'factor-wrong' | 'too-many';

/** Where a call comes from, and the work that it brings. */
export interface OperatorAsking {
  readonly network: string;
  readonly work: string | null;
}

export type OperatorSignIn =
  | { readonly kind: 'signed-in'; readonly operator: OperatorRecord; readonly token: string }
  | { readonly kind: 'wrong' }
  /** The password was right; the code of the second factor is missing, wrong or used up. */
  | { readonly kind: 'factor-missing' }
  | { readonly kind: 'factor-wrong' }
  | { readonly kind: 'too-many' }
  /** Work is asked for before anything is looked at. */
  | { readonly kind: 'work'; readonly asked: WorkAsked };

/** An operator's session ends after so long without use, and at the latest after a working day. */
const idleMaxMs = 30 * 60_000;
const lifetimeMaxMs = 12 * 3_600_000;
const touchEveryMs = 30_000;
/** Wrong passwords of one account from one network, of one account, and from one network, before each costs work. */
const freeOfPair = 8;
const freeOfAccount = 20;
const freeOfNetwork = 40;
/** Wrong codes within the same quarter of an hour. Who sends one knows the password, so no stranger keeps anybody out. */
const factorFailuresMax = 5;

/** Sessions of operators: apart from those of users, and shorter (R-OPS-01). */
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

  /** The same answer after the same work, whether the account does not exist, is disabled or has another password (R-OPS-03). */
  async signIn(companyId: TenantId, given: OperatorCredentials, asking: OperatorAsking): Promise<OperatorSignIn> {
    const { email, password } = given;
    const account = email.trim().toLowerCase();
    const { network } = asking;
    const keys = {
      pair: `${companyId} ${account} ${network}`,
      account: `${companyId} ${account}`,
      network: `${companyId} ${network}`,
    };
    const asked = await this.#askWork(keys, asking);
    if (asked !== null) return { kind: 'work', asked };
    // Counted before it is looked at, so that many at once count too.
    await Promise.all(Object.values(keys).map((key) => this.#failures.add(key)));
    const found = await this.#store.findByEmail(companyId, account);
    const isRight = await this.#hasher.verify(found?.passwordHash ?? null, password.normalize('NFKC'), network);
    if (!isRight || found === null || found.operator.isDisabled) return { kind: 'wrong' };
    await Promise.all([
      this.#failures.clear(keys.pair),
      this.#failures.clear(keys.account),
      this.#failures.takeBack(keys.network),
    ]);
    const fault = await this.#findFactorFault(found, given.code);
    if (fault !== null) return { kind: fault };
    return { kind: 'signed-in', operator: found.operator, token: await this.#issue(found.operator) };
  }

  /** Guessing costs work and never shuts anybody out; null where none is asked for, or it was done (R-OPS-03). */
  async #askWork(
    keys: { readonly pair: string; readonly account: string; readonly network: string },
    { work }: OperatorAsking,
  ): Promise<WorkAsked | null> {
    const [ofPair, ofAccount, ofNetwork] = await Promise.all([
      this.#failures.count(keys.pair),
      this.#failures.count(keys.account),
      this.#failures.count(keys.network),
    ]);
    const bits = Math.max(
      this.#workFor(ofPair, freeOfPair, 1),
      this.#workFor(ofAccount, freeOfAccount, 1),
      this.#workFor(ofNetwork, freeOfNetwork, 1),
    );
    if (bits === 0 || (await this.#work.isDone(`operator ${keys.pair}`, bits, work))) return null;
    return this.#work.ask(`operator ${keys.pair}`, bits);
  }

  /** What is wrong with the code of the second factor; null where it is right, or none is set up yet (R-OPS-12). */
  async #findFactorFault({ operator, totp }: KnownOperator, code: string | undefined): Promise<FactorFault | null> {
    if (totp === null || !totp.isConfirmed) return null;
    if (code === undefined) return 'factor-missing';
    const key = `factor ${operator.companyId} ${operator.id}`;
    if ((await this.#failures.add(key)) > factorFailuresMax) return 'too-many';
    const step = this.#totp.stepOf(operator, totp.sealed, code, this.#clock);
    if (step === null || !(await this.#store.useTotpStep(operator.companyId, operator.id, step))) {
      // Whoever this is knows the password.
      await this.#record(operator, 'second-factor-refused', `operator ${operator.id}`);
      return 'factor-wrong';
    }
    await this.#failures.clear(key);
    return null;
  }

  /** The operator of a token at a company; null when it is unknown there, ended, or its operator disabled. */
  async authenticate(companyId: TenantId, token: string): Promise<OperatorRecord | null> {
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

  /** Somebody takes a list away with him. */
  recordExport(operator: OperatorRecord, list: string): Promise<void> {
    return this.#record(operator, 'list-exported', list);
  }

  /** A call was refused for want of permission; the answer does not wait for the entry. */
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

  async end(companyId: TenantId, token: string): Promise<void> {
    await this.#store.removeToken(companyId, operatorTokenHash(token));
  }

  #record({ companyId, id }: OperatorRecord, action: string, subject: string): Promise<void> {
    return this.#store.record(companyId, this.#clock.nowMs(), { operatorId: id, action, subject, reason: '' });
  }

  async #issue(operator: OperatorRecord): Promise<string> {
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
    await this.#store.addToken(record, { operatorId: operator.id, action: 'signed-in', subject, reason: '' });
    return token;
  }
}

/** What is stored of a token. */
export function operatorTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

type OperatorKey = Pick<OperatorRecord, 'companyId' | 'id'>;

/** The time step that a code of an operator's secret belongs to; null when it is none of now's. */
export interface TotpReader {
  stepOf(operator: OperatorKey, sealed: Buffer, code: string, clock: Pick<Clock, 'nowMs' | 'wallMs'>): TotpStep | null;
}

/** Makes secrets for an authenticator app, sealed for their operator. */
export interface TotpMaker extends TotpReader {
  create(
    operator: OperatorRecord,
    issuer: string,
  ): { readonly secret: string; readonly uri: string; readonly sealed: Buffer };
}

/** Where an operator's secret is sealed for. */
export function operatorTotpPlace({ companyId, id }: OperatorKey): string {
  return `operator-totp/${companyId}/${id}`;
}
