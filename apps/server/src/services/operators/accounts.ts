import type { CompanyId } from '@candor/domain/values/ids';
import { text } from '@candor/texts/console';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type {
  OperatorAccountStore,
  OperatorChange,
  OperatorRecord,
  OperatorRole,
  OperatorStore,
} from '../../ports/operators.ts';
import type { Ids, PasswordHasher } from '../../ports/secrets.ts';
import type { Invitations } from './invitations.ts';

/** Mails about an account are not sent later than this. */
const mailLifeMs = 7 * 24 * 3_600_000;

type Standing = Pick<OperatorRecord, 'role' | 'isDisabled'>;
/** True if an operator loses the right to decide changes. */
export type LosesDecision = (before: Standing, after: Standing) => boolean;

export type AccountRefusal = 'operatorNotFound' | 'operatorExists' | 'lastAdmin' | 'notPermitted';

/**
 * Management of a company's operator accounts by its admins; every change is recorded with its audit entry (R-OPS-14).
 */
export class OperatorAccounts {
  readonly #store: OperatorAccountStore;
  readonly #hasher: PasswordHasher;
  readonly #ids: Ids;
  readonly #clock: Clock;
  readonly #losesDecision: LosesDecision;
  readonly #wakeMessages: (companyId: CompanyId) => void;
  readonly #invitations: Pick<Invitations, 'make'>;

  constructor(deps: {
    store: OperatorAccountStore;
    hasher: PasswordHasher;
    ids: Ids;
    clock: Clock;
    losesDecision: LosesDecision;
    wakeMessages: (companyId: CompanyId) => void;
    invitations: Pick<Invitations, 'make'>;
  }) {
    this.#store = deps.store;
    this.#hasher = deps.hasher;
    this.#ids = deps.ids;
    this.#clock = deps.clock;
    this.#losesDecision = deps.losesDecision;
    this.#wakeMessages = deps.wakeMessages;
    this.#invitations = deps.invitations;
  }

  list(by: OperatorRecord, page: { page: number; pageSize: number; isNewestFirst: boolean }) {
    return this.#store.list(by.companyId, page);
  }

  async find(by: OperatorRecord, id: number): Promise<OperatorRecord | null> {
    return (await this.#store.find(by.companyId, id))?.operator ?? null;
  }

  /**
   * Adds an operator, who gets an invitation at their own address only, so that nobody can be two persons (R-OPS-94).
   * Until it is accepted the operator has a password that nobody knows.
   */
  async add(
    by: OperatorRecord,
    company: CompanyRecord,
    fresh: { readonly email: string; readonly role: OperatorRole },
  ): Promise<OperatorRecord | AccountRefusal> {
    const passwordHash = await this.#hasher.hash(this.#ids.token());
    const { role } = fresh;
    const email = fresh.email.toLowerCase();
    const createdAtMs = this.#clock.nowMs();
    const operator = await this.#store.add(
      { companyId: by.companyId, email, passwordHash, role, mustChangePassword: false, createdAtMs },
      this.#invitations.make(company, email),
      (id) => ({ operatorId: by.id, action: 'operator-added', subject: `operator ${id}`, reason: `as ${role}` }),
    );
    if (operator === null) return 'operatorExists';
    this.#wakeMessages(by.companyId);
    return operator;
  }

  /**
   * Changes the role of an operator or disables them, which is mailed to them; refuses the caller's own account and the
   * last admin.
   */
  async change(
    by: OperatorRecord,
    company: { readonly name: string },
    id: number,
    change: Pick<OperatorChange, 'role' | 'isDisabled' | 'isRaised'> & { readonly reason: string },
  ): Promise<OperatorRecord | AccountRefusal> {
    const { role, isDisabled, isRaised } = change;
    if (by.id === id) return role === by.role && !isDisabled ? by : 'notPermitted';
    const audit = {
      operatorId: by.id,
      action: isDisabled ? 'operator-disabled' : 'operator-changed',
      subject: `operator ${id}`,
      reason: `${isDisabled ? 'disabled' : `as ${role}`}: ${change.reason}`,
    };
    const atMs = this.#clock.nowMs();
    const isLeaving: OperatorChange['isLeaving'] = (before) => this.#losesDecision(before, { role, isDisabled });
    const made = { role, isDisabled, isRaised, isLeaving, atMs };
    const message = (to: string) => this.#mail(to, text.operators.disabledMail(company.name, by.email));
    const changed = await this.#store.change(by.companyId, id, made, { audit, message });
    if (changed === null) return 'operatorNotFound';
    if (changed === 'last-admin') return 'lastAdmin';
    this.#wakeMessages(by.companyId);
    return changed;
  }

  /** Removes another operator's second factor. Not the caller's own, so that a stolen session cannot be kept. */
  async resetTotp(by: OperatorRecord, id: number, reason: string): Promise<AccountRefusal | null> {
    if (by.id === id) return 'notPermitted';
    const audit = { operatorId: by.id, action: 'second-factor-taken-off', subject: `operator ${id}`, reason };
    const isReset = await this.#store.resetTotp(by.companyId, id, this.#clock.nowMs(), audit);
    return isReset ? null : 'operatorNotFound';
  }

  #mail(to: string, { subject, body }: { readonly subject: string; readonly body: string }): NewMessage {
    const createdAtMs = this.#clock.nowMs();
    const times = { createdAtMs, expiresAtMs: createdAtMs + mailLifeMs };
    return { id: this.#ids.uuid(), route: 'mail', charge: null, to, subject, text: body, ...times };
  }
}

export interface FirstOperatorSettings {
  readonly email: string | null;
  readonly password: string | null;
}

/** Default email. */
const madeEmail = 'admin@localhost';

/**
 * Creates the first operator, an admin, of a company without operators (R-RUN-12): with the configured password, else
 * with one that `keepPassword` generates and stores. Returns true if one was created.
 */
export async function ensureFirstOperator(
  deps: {
    readonly store: OperatorStore;
    readonly hasher: PasswordHasher;
    readonly clock: Clock;
    readonly keepPassword: (email: string) => Promise<string>;
  },
  companyId: CompanyId,
  settings: FirstOperatorSettings,
): Promise<boolean> {
  if (await deps.store.hasAny(companyId)) return false;
  const email = (settings.email ?? madeEmail).toLowerCase();
  const password = settings.password ?? (await deps.keepPassword(email));
  const mustChangePassword = settings.password === null;
  const passwordHash = await deps.hasher.hash(password.normalize('NFKC'));
  const first = { companyId, email, passwordHash, role: 'admin', mustChangePassword } as const;
  return deps.store.add({ ...first, createdAtMs: deps.clock.nowMs() });
}
