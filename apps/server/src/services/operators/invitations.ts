import type { CompanyId } from '@candor/domain/values/ids';
import { text } from '@candor/texts/console';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { RateCounts } from '../../ports/guards.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { Invitation, InvitationStore, OperatorRecord } from '../../ports/operators.ts';
import type { Ids, PasswordHasher } from '../../ports/secrets.ts';
import type { PasswordFault } from './own-account.ts';
import { operatorTokenHash } from './sessions.ts';

/** An invitation ends after this, and its mail is not sent later. */
const invitationLifeMs = 48 * 3_600_000;
/** Tries within a quarter of an hour: of one network, and with one invitation. */
const triesMax = { network: 20, invitation: 5 };
/** Invitations sent again to one operator within a quarter of an hour. */
const resentMax = 3;

export type InvitationRefusal = 'invitationEnded' | 'tooManyRequests' | PasswordFault;

export interface InvitationDeps {
  readonly store: InvitationStore;
  readonly hasher: PasswordHasher;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly failures: RateCounts;
  readonly findPasswordFault: (password: string, names: readonly string[]) => PasswordFault | null;
  /** Origin of a company's console; null if unknown. */
  readonly consoleOriginOf: (company: CompanyRecord) => string | null;
  readonly wakeMessages: (companyId: CompanyId) => void;
}

/** Returns what is stored of an invitation: the hash of its token, and its end. */
export function invitationOf(token: string, nowMs: number): Invitation {
  return { tokenHash: operatorTokenHash(token), expiresAtMs: nowMs + invitationLifeMs };
}

/** Returns the address of the page that accepts invitations at a console; null if its origin is unknown. */
export function invitationPageOf(origin: string | null): string | null {
  return origin === null ? null : `${origin}/console/invitation`;
}

/**
 * Invitations of operators: a link that works once, within 48 hours, and goes to their own address only (R-CON-25). Its
 * token is in the part of the address that browsers send to no server.
 */
export class Invitations {
  readonly #deps: InvitationDeps;

  constructor(deps: InvitationDeps) {
    this.#deps = deps;
  }

  /** Makes an invitation and the mail that has it; only the hash of its token is stored. */
  make(company: CompanyRecord, email: string): { readonly invitation: Invitation; readonly message: NewMessage } {
    const { ids, clock, consoleOriginOf } = this.#deps;
    const token = ids.token();
    const createdAtMs = clock.nowMs();
    const invitation = invitationOf(token, createdAtMs);
    const page = invitationPageOf(consoleOriginOf(company));
    const link = page === null ? null : `${page}#${token}`;
    const { subject, body } = text.invitation.mail(company.name, email, link ?? token, link !== null);
    const times = { createdAtMs, expiresAtMs: invitation.expiresAtMs };
    return {
      invitation,
      message: { id: ids.uuid(), route: 'mail', charge: null, to: email, subject, text: body, ...times },
    };
  }

  /** Sends a new invitation, which ends the one before; refuses operators who have accepted theirs (R-CON-26). */
  async sendAgain(
    by: OperatorRecord,
    company: CompanyRecord,
    id: number,
  ): Promise<OperatorRecord | 'operatorNotFound' | 'tooManyRequests'> {
    const { store, failures, clock, wakeMessages } = this.#deps;
    const known = await store.invited(by.companyId, id);
    if (known === null) return 'operatorNotFound';
    if ((await failures.add(`again ${by.companyId} ${id}`)) > resentMax) return 'tooManyRequests';
    const made = this.make(company, known.email);
    const audit = { operatorId: by.id, action: 'invitation-sent-again', subject: `operator ${id}`, reason: '' };
    const renewed = await store.renewInvitation(by.companyId, id, { ...made, atMs: clock.nowMs(), audit });
    if (renewed === null) return 'operatorNotFound';
    wakeMessages(by.companyId);
    return renewed;
  }

  /**
   * Accepts an invitation with the operator's own password; it is over then (R-CON-27). An unknown, used and expired one
   * get the same answer.
   */
  async accept(
    companyId: CompanyId,
    given: { readonly token: string; readonly password: string },
    network: string,
  ): Promise<{ readonly email: string } | InvitationRefusal> {
    const { store, failures, clock, hasher, findPasswordFault } = this.#deps;
    const tokenHash = operatorTokenHash(given.token);
    const ofNetwork = `invitation ${companyId} ${network}`;
    const ofToken = `invitation ${companyId} ${tokenHash.toString('hex')}`;
    if ((await failures.add(ofNetwork)) > triesMax.network) return 'tooManyRequests';
    const invited = await store.findInvitation(companyId, tokenHash, clock.nowMs());
    if (invited === null) return 'invitationEnded';
    if ((await failures.add(ofToken)) > triesMax.invitation) return 'tooManyRequests';
    const fault = findPasswordFault(given.password, [invited.email]);
    if (fault !== null) return fault;
    const passwordHash = await hasher.hash(given.password.normalize('NFKC'), network);
    const atMs = clock.nowMs();
    const audit = {
      operatorId: invited.id,
      action: 'invitation-accepted',
      subject: `operator ${invited.id}`,
      reason: '',
    };
    const isAccepted = await store.acceptInvitation(companyId, tokenHash, { passwordHash, atMs, audit });
    return isAccepted ? { email: invited.email } : 'invitationEnded';
  }
}
