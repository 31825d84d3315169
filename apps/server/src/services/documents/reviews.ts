import type { CompanyId } from '@candor/domain/values/ids';
import type { AuditLog } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { VerificationRecord, VerificationStatus, VerificationStore } from '../../ports/documents.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import { mapInSlices } from '../../ports/work.ts';
import type { FileLinks } from './file-links.ts';
import type { NameIndex } from './name-index.ts';
import { readClaim } from './verifications.ts';

export interface OpenedSubmission {
  readonly record: VerificationRecord;
  readonly name: string;
  readonly number: string;
  readonly frontUrl: string;
  readonly reverseUrl: string;
}

export type ReviewMessage =
  | { readonly kind: 'verification-approved' }
  | { readonly kind: 'verification-rejected'; readonly reason: string };

/** Builds the message of the outcome; null if the user has no address. */
export type WriteReviewMessage = (
  user: UserRecord,
  company: CompanyRecord,
  message: ReviewMessage,
) => NewMessage | null;

/** Reviews of identity submissions by operators. */
export class Reviews {
  readonly #store: VerificationStore;
  readonly #audit: AuditLog;
  readonly #ring: KeyRing;
  readonly #links: FileLinks;
  readonly #names: Pick<NameIndex, 'renew'>;
  readonly #clock: Clock;
  readonly #writeMessage: WriteReviewMessage;
  readonly #wakeMessages: (companyId: CompanyId) => void;

  constructor(deps: {
    store: VerificationStore;
    audit: AuditLog;
    ring: KeyRing;
    links: FileLinks;
    names: Pick<NameIndex, 'renew'>;
    clock: Clock;
    writeMessage: WriteReviewMessage;
    wakeMessages: (companyId: CompanyId) => void;
  }) {
    this.#store = deps.store;
    this.#audit = deps.audit;
    this.#ring = deps.ring;
    this.#links = deps.links;
    this.#names = deps.names;
    this.#clock = deps.clock;
    this.#writeMessage = deps.writeMessage;
    this.#wakeMessages = deps.wakeMessages;
  }

  /** Lists submissions with the names that were entered. */
  async list(company: CompanyRecord, status: VerificationStatus, page: number, pageSize: number) {
    const { records, total } = await this.#store.list(company.id, status, page, pageSize);
    const rows = await mapInSlices(records, (record) => ({ record, name: readClaim(this.#ring, record).name }));
    return { rows, total };
  }

  /**
   * Returns name, number and picture links, recording the view first. A decided submission requires a reason. Null if
   * there is none, `reason` if the reason is missing.
   */
  async open(
    company: CompanyRecord,
    operatorId: number,
    id: number,
    reason: string | undefined,
  ): Promise<OpenedSubmission | 'reason' | null> {
    const record = await this.#store.find(company.id, id);
    if (record === null) return null;
    if (record.status !== 'waiting' && reason === undefined) return 'reason';
    await this.#audit.append(company.id, {
      operatorId,
      action: 'verification-opened',
      subject: `verification ${id}, user ${record.user.id}`,
      reason: reason ?? 'to judge it',
    });
    const urlOf = (uploadId: string) => this.#links.urlOf({ companyId: company.id, uploadId, operatorId });
    const claim = readClaim(this.#ring, record);
    return { record, ...claim, frontUrl: urlOf(record.frontUpload), reverseUrl: urlOf(record.reverseUpload) };
  }

  approve(company: CompanyRecord, operatorId: number, id: number): Promise<boolean | null> {
    return this.#decide(company, operatorId, id, { kind: 'verification-approved' });
  }

  reject(company: CompanyRecord, operatorId: number, id: number, reason: string): Promise<boolean | null> {
    return this.#decide(company, operatorId, id, { kind: 'verification-rejected', reason });
  }

  /**
   * Returns true if this decision counted, false if another came first, null if there is nothing to decide (R-OPS-05).
   */
  async #decide(
    company: CompanyRecord,
    operatorId: number,
    id: number,
    message: ReviewMessage,
  ): Promise<boolean | null> {
    const remark = message.kind === 'verification-rejected' ? message.reason : '';
    const isDecided = await this.#store.decide(company.id, {
      id,
      operatorId,
      status: message.kind === 'verification-approved' ? 'approved' : 'rejected',
      remark,
      atMs: this.#clock.nowMs(),
      audit: { operatorId, action: message.kind, subject: `verification ${id}`, reason: remark },
      messageTo: (user) => this.#writeMessage(user, company, message),
    });
    if (isDecided === true) this.#wakeMessages(company.id);
    // A name that cannot be indexed now is by the next half hour; the decision is valid.
    if (isDecided === true && message.kind === 'verification-approved')
      await this.#names.renew(company.id).catch(() => undefined);
    return isDecided;
  }
}
