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
import { type Invitations, invitationOf } from './invitations.ts';

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

interface FirstOperatorDeps {
  readonly store: OperatorStore;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly makeToken: () => string;
  /** False if programs on other hosts, each with a file of its own, may use the same database. */
  readonly isOnlyHost: boolean;
  /** Place of the invitation, readable by the program's owner alone. */
  readonly invitations: {
    /** Returns the token that is kept for an address, else keeps `fresh` and returns it. */
    keep(email: string, fresh: string): Promise<string>;
    find(email: string): Promise<string | null>;
    forget(email: string): Promise<void>;
  };
}

/**
 * Creates the first operator, an admin, of a company without operators (R-RUN-12): with the configured password, else
 * with an invitation that is kept for the program's owner (R-CON-30). An invitation that ended unused, or is kept no
 * longer, is replaced, and the kept one is made to work; a used one is forgotten. Returns true if an operator was created.
 */
export async function ensureFirstOperator(
  deps: FirstOperatorDeps,
  companyId: CompanyId,
  settings: FirstOperatorSettings,
): Promise<boolean> {
  const { store, hasher, clock, makeToken, invitations } = deps;
  const email = (settings.email ?? madeEmail).toLowerCase();
  if (await store.hasAny(companyId)) {
    await renewInvitation(deps, companyId, email);
    return false;
  }
  const nowMs = clock.nowMs();
  const passwordHash = await hasher.hash(settings.password?.normalize('NFKC') ?? makeToken());
  const first = { companyId, email, passwordHash, role: 'admin', mustChangePassword: false } as const;
  const token = settings.password === null ? await invitations.keep(email, makeToken()) : null;
  return store.add({ ...first, createdAtMs: nowMs }, token === null ? null : invitationOf(token, nowMs));
}

/** Forgets the kept invitation of a first operator who has accepted it. Returns true if none waits any more. */
export async function forgetUsedInvitation(
  { store, invitations }: Pick<FirstOperatorDeps, 'store' | 'invitations'>,
  companyId: CompanyId,
  settings: Pick<FirstOperatorSettings, 'email'>,
): Promise<boolean> {
  const email = (settings.email ?? madeEmail).toLowerCase();
  if ((await store.invitationOf(companyId, email)) !== null) return false;
  await invitations.forget(email);
  return true;
}

async function renewInvitation(deps: FirstOperatorDeps, companyId: CompanyId, email: string): Promise<void> {
  const { store, clock, makeToken, invitations } = deps;
  const before = await store.invitationOf(companyId, email);
  if (before === null) return invitations.forget(email);
  const nowMs = clock.nowMs();
  const isRunning = before.expiresAtMs > nowMs;
  // The link may be in another host's file.
  if (isRunning && !deps.isOnlyHost) return;
  const kept = isRunning ? await invitations.find(email) : null;
  if (kept !== null) {
    const known = invitationOf(kept, nowMs);
    // A restored database has another invitation: the link in the file must not be dead.
    if (!known.tokenHash.equals(before.tokenHash)) await store.replaceInvitation(companyId, email, before, known);
    return;
  }
  await invitations.forget(email);
  const token = await invitations.keep(email, makeToken());
  await store.replaceInvitation(companyId, email, before, invitationOf(token, nowMs));
}
