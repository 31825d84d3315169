import type { Clock } from '../../ports/clock.ts';
import type { RateCounts } from '../../ports/guards.ts';
import type { OperatorAccountStore, OperatorRecord, OwnChange } from '../../ports/operators.ts';
import type { PasswordHasher } from '../../ports/secrets.ts';
import { operatorTokenHash, type TotpMaker } from './sessions.ts';

export type OwnAccountRefusal =
  | 'tooManyRequests'
  | 'secondFactorExists'
  | 'secondFactorWrong'
  | 'oldPasswordWrong'
  | PasswordFault;

export type PasswordFault = 'passwordTooShort' | 'passwordTooLong' | 'passwordCommon';

const triesMax = 5;

/** Changes by operators to their own accounts: second factor and password (R-OPS-12, R-OPS-13). */
export class OwnAccount {
  readonly #store: OperatorAccountStore;
  readonly #totp: TotpMaker;
  readonly #hasher: PasswordHasher;
  readonly #clock: Clock;
  readonly #failures: RateCounts;
  readonly #findPasswordFault: (password: string, names: readonly string[]) => PasswordFault | null;

  constructor(deps: {
    store: OperatorAccountStore;
    totp: TotpMaker;
    hasher: PasswordHasher;
    clock: Clock;
    failures: RateCounts;
    findPasswordFault: (password: string, names: readonly string[]) => PasswordFault | null;
  }) {
    this.#store = deps.store;
    this.#totp = deps.totp;
    this.#hasher = deps.hasher;
    this.#clock = deps.clock;
    this.#failures = deps.failures;
    this.#findPasswordFault = deps.findPasswordFault;
  }

  /** Creates a secret that counts once confirmed by a code; a confirmed one can only be removed by another operator. */
  async beginTotp(
    operator: OperatorRecord,
    issuer: string,
  ): Promise<{ secret: string; uri: string } | OwnAccountRefusal> {
    const { secret, uri, sealed } = this.#totp.create(operator, issuer);
    const isBegun = await this.#store.beginTotp(operator.companyId, operator.id, sealed);
    return isBegun ? { secret, uri } : 'secondFactorExists';
  }

  /** Confirms the second factor, required at every sign-in from now on; ends other sessions. */
  async confirmTotp(operator: OperatorRecord, token: string, code: string): Promise<OwnAccountRefusal | null> {
    const known = await this.#store.find(operator.companyId, operator.id);
    if (known?.totp?.isConfirmed === true) return 'secondFactorExists';
    const tries = await this.#begin('confirm', operator);
    if (tries === null) return 'tooManyRequests';
    const nowMs = this.#clock.nowMs();
    const sealed = known?.totp?.sealed;
    const used = sealed === undefined ? null : this.#totp.stepOf(operator, sealed, code, this.#clock);
    if (used === null || sealed === undefined) return 'secondFactorWrong';
    const change = { ...this.#change(operator, token, 'second-factor-set-up', nowMs), sealed, step: used.step };
    if (!(await this.#store.confirmTotp(operator.companyId, operator.id, change))) return 'secondFactorExists';
    await tries.passed();
    return null;
  }

  async changePassword(
    operator: OperatorRecord,
    token: string,
    given: { readonly old: string; readonly fresh: string },
  ): Promise<OwnAccountRefusal | null> {
    const tries = await this.#begin('password', operator);
    if (tries === null) return 'tooManyRequests';
    const known = await this.#store.find(operator.companyId, operator.id);
    const [old, fresh] = [given.old.normalize('NFKC'), given.fresh.normalize('NFKC')];
    const isRight = await this.#hasher.verify(known?.passwordHash ?? null, old);
    if (!isRight || known === null) return 'oldPasswordWrong';
    await tries.passed();
    const fault = this.#findPasswordFault(given.fresh, [operator.email, given.old]);
    if (fault !== null) return fault;
    const hash = await this.#hasher.hash(fresh);
    const change = this.#change(operator, token, 'password-changed', this.#clock.nowMs());
    const done = { ...change, oldHash: known.passwordHash, hash };
    // Changed since the check (R-SES-40).
    return (await this.#store.changePassword(operator.companyId, operator.id, done)) ? null : 'oldPasswordWrong';
  }

  /** Counts a try before checking it, so that parallel tries count too. */
  async #begin(what: string, operator: OperatorRecord): Promise<{ passed(): Promise<void> } | null> {
    const key = `${what} ${operator.companyId} ${operator.id}`;
    if ((await this.#failures.add(key)) > triesMax) return null;
    return { passed: () => this.#failures.clear(key) };
  }

  #change({ id }: OperatorRecord, token: string, action: string, atMs: number): OwnChange {
    const audit = { operatorId: id, action, subject: `operator ${id}`, reason: '' };
    return { keptTokenHash: operatorTokenHash(token), atMs, audit };
  }
}
