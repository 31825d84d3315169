import { createHash } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import { text } from '@candor/texts/console';
import type {
  ApprovalRecord,
  ApprovalStore,
  ApprovalView,
  NewApproval,
  ProposedChange,
} from '../../ports/approvals.ts';
import type { AuditEntry } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { NewMessage } from '../../ports/messages.ts';
import { coolingOffMs, type OperatorAccountStore, type OperatorRecord } from '../../ports/operators.ts';
import type { Ids } from '../../ports/secrets.ts';
import {
  aloneFromMs,
  aloneSinceMs,
  coolingOffOf,
  type Hindrance,
  hindranceOf,
  rolesThatDecide,
} from './who-decides.ts';

/** Unanswered requests end after this. */
const expiresAfterMs = 7 * 24 * 3_600_000;
/** Maximum waiting requests of a company. */
const waitingMax = 100;
/** Maximum waiting requests of one author, and of their requests of one day, so that nobody fills the list alone. */
const ownMax = 20;
const dayMs = 24 * 3_600_000;

type Company = Pick<CompanyRecord, 'id' | 'name' | 'isTrial'>;

/** A request as one operator sees it. */
export interface SeenApproval {
  readonly record: ApprovalRecord;
  readonly isExpired: boolean;
  /** Time from which the author may approve alone; null while there is somebody else to do so. */
  readonly aloneFromMs: number | null;
  readonly hindrance: Hindrance | null;
}

export type ApprovalRefusal =
  | 'approvalNotFound'
  | 'approvalDecided'
  | 'approvalExpired'
  | 'otherOperatorNeeded'
  | 'operatorTooNew'
  | 'approvalTooEarly'
  | 'notPermitted'
  | 'payloadChanged';

const refusalOf: Record<Hindrance, ApprovalRefusal> = {
  author: 'otherOperatorNeeded',
  again: 'otherOperatorNeeded',
  role: 'notPermitted',
  'new-operator': 'operatorTooNew',
  'too-early': 'approvalTooEarly',
};

/** How an approved change is made. */
export interface Execution {
  /** Reads the present values of what the change concerns. */
  readonly readBefore: (author: OperatorRecord, record: ApprovalRecord) => Promise<ProposedChange['before']>;
  /** Makes the change as its author; `refusal` names why nothing was done. */
  readonly run: (author: OperatorRecord, record: ApprovalRecord) => Promise<Executed>;
}
export type Executed =
  | { readonly refusal: null; readonly result: unknown }
  | { readonly refusal: string; readonly error: Error };

/**
 * Changes that two named people make: one proposes, another approves exactly that, by its hash (R-OPS-94). The decision is
 * recorded before the change is made.
 */
export class Approvals {
  readonly #store: ApprovalStore;
  readonly #operators: Pick<OperatorAccountStore, 'find'>;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #wakeMessages: (companyId: CompanyId) => void;

  constructor(deps: {
    store: ApprovalStore;
    operators: Pick<OperatorAccountStore, 'find'>;
    clock: Clock;
    ids: Ids;
    wakeMessages: (companyId: CompanyId) => void;
  }) {
    this.#store = deps.store;
    this.#operators = deps.operators;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
    this.#wakeMessages = deps.wakeMessages;
  }

  /**
   * Stores a request and mails those who can decide it; returns its number. `alone`: nobody else could decide it and
   * nothing is at stake yet, so that it can be made at once (R-OPS-97).
   */
  async propose(
    author: OperatorRecord,
    company: Company,
    change: ProposedChange,
  ): Promise<number | 'alone' | 'too-many' | 'too-often'> {
    const second = await this.#secondPersons(author.companyId, author.id, change.kind);
    const { isTrial } = company;
    const mayDecide = rolesThatDecide(change.kind).includes(author.role);
    if (mayDecide && second.count === 0 && coolingOffOf({ second, isTrial }) === 0) return 'alone';
    const atMs = this.#clock.nowMs();
    const payloadHash = hashOf(author.companyId, { ...change, authorId: author.id });
    const request: NewApproval = {
      ...change,
      authorId: author.id,
      payloadHash,
      atMs,
      expiresAtMs: atMs + expiresAfterMs,
    };
    // An earlier one that its author can never decide is no reason not to propose it again.
    const sameSinceMs = second.count > 0 ? 0 : aloneSinceMs(second);
    const roles = rolesThatDecide(change.kind);
    const limits = { waitingMax, ownMax, dayAgoMs: atMs - dayMs, sameSinceMs, roles };
    const id = await this.#store.add(author.companyId, request, limits, {
      audit: (made) => entry(author, 'approval-asked', { id: made, ...request }, change.reason),
      message: (made, to) => {
        const { subject, body } = text.approvals.askMail(company.name, author.email, nameOf(change), made);
        return this.#mail(to, subject, body);
      },
    });
    if (typeof id === 'number') this.#wakeMessages(author.companyId);
    return id;
  }

  async list(operator: OperatorRecord, company: Company, view: 'waiting' | 'own' | 'decided', page: Page) {
    const nowMs = this.#clock.nowMs();
    const asked: ApprovalView = view === 'own' ? { kind: view, operatorId: operator.id } : { kind: view, nowMs };
    const { rows, total } = await this.#store.list(operator.companyId, asked, page);
    return { rows: await Promise.all(rows.map((record) => this.#see(operator, company, record))), total };
  }

  async find(operator: OperatorRecord, company: Company, id: number): Promise<SeenApproval | null> {
    const record = await this.#store.find(operator.companyId, id);
    return record === null ? null : this.#see(operator, company, record);
  }

  /**
   * Approves a request by the hash that the operator was shown and makes the change as proposed. Refuses `payloadChanged`
   * if what it would replace is not what was shown (R-OPS-98).
   */
  async approve(
    operator: OperatorRecord,
    company: Company,
    { id, payloadHash }: { readonly id: number; readonly payloadHash: string },
    execution: Execution,
  ): Promise<ApprovalRefusal | Executed> {
    const found = await this.#openFor(operator, company, id);
    if (typeof found === 'string') return found;
    const { record, hindrance } = found;
    if (hindrance !== null) return refusalOf[hindrance];
    const isSame = payloadHash === record.payloadHash && hashOf(operator.companyId, record) === payloadHash;
    if (!isSame) return 'payloadChanged';
    const author = (await this.#operators.find(operator.companyId, record.authorId))?.operator;
    // A request ends with the rights of its author.
    if (author === undefined || author.isDisabled) return 'approvalExpired';
    const before = await execution.readBefore(author, record);
    if (JSON.stringify(before) !== JSON.stringify(record.before)) return 'payloadChanged';
    if (!(await this.#decide(operator, company, record, 'approved', ''))) return 'approvalDecided';
    const executed = await execution.run(author, record);
    await this.#store.finish(operator.companyId, record.id, executed.refusal);
    return executed;
  }

  /** Refuses a request; the author withdraws instead. */
  async refuse(
    operator: OperatorRecord,
    company: Company,
    id: number,
    remark: string,
  ): Promise<ApprovalRefusal | SeenApproval> {
    const found = await this.#openFor(operator, company, id);
    if (typeof found === 'string') return found;
    // A new operator may say no as little as yes: otherwise they could keep every change from being made.
    const { record, hindrance } = found;
    if (hindrance !== null) return refusalOf[hindrance];
    return this.#close(operator, company, record, 'refused', remark);
  }

  async withdraw(operator: OperatorRecord, company: Company, id: number): Promise<ApprovalRefusal | SeenApproval> {
    const found = await this.#openFor(operator, company, id);
    if (typeof found === 'string') return found;
    if (found.record.authorId !== operator.id) return 'notPermitted';
    return this.#close(operator, company, found.record, 'withdrawn', '');
  }

  async #close(
    operator: OperatorRecord,
    company: Company,
    record: ApprovalRecord,
    status: 'refused' | 'withdrawn',
    remark: string,
  ): Promise<ApprovalRefusal | SeenApproval> {
    if (!(await this.#decide(operator, company, record, status, remark))) return 'approvalDecided';
    return (await this.find(operator, company, record.id)) ?? 'approvalNotFound';
  }

  async #openFor(operator: OperatorRecord, company: Company, id: number): Promise<ApprovalRefusal | SeenApproval> {
    const found = await this.find(operator, company, id);
    if (found === null) return 'approvalNotFound';
    if (found.isExpired) return 'approvalExpired';
    return found.record.status === 'waiting' ? found : 'approvalDecided';
  }

  async #decide(
    operator: OperatorRecord,
    company: Company,
    record: ApprovalRecord,
    status: 'approved' | 'refused' | 'withdrawn',
    remark: string,
  ): Promise<boolean> {
    const atMs = this.#clock.nowMs();
    const audit = entry(operator, `approval-${status}`, record, remark);
    const decision = { status, operatorId: operator.id, atMs, remark, audit } as const;
    const isFirst = await this.#store.decide(operator.companyId, record.id, decision, (to) => {
      if (operator.id === record.authorId) return null;
      const { subject, body } = text.approvals.decidedMail(
        company.name,
        operator.email,
        nameOf(record),
        status,
        remark,
      );
      return this.#mail(to, subject, body);
    });
    if (isFirst) this.#wakeMessages(operator.companyId);
    return isFirst;
  }

  async #see(operator: OperatorRecord, company: Company, record: ApprovalRecord): Promise<SeenApproval> {
    const nowMs = this.#clock.nowMs();
    const isExpired = record.status === 'expired' || (record.status === 'waiting' && nowMs >= record.expiresAtMs);
    if (record.status !== 'waiting' || isExpired) return { record, isExpired, aloneFromMs: null, hindrance: null };
    const second = await this.#secondPersons(operator.companyId, record.authorId, record.kind);
    const circumstances = { operator, request: record, second, isTrial: company.isTrial, nowMs };
    return { record, isExpired, aloneFromMs: aloneFromMs(circumstances), hindrance: hindranceOf(circumstances) };
  }

  /** Those who left within the cooling-off count, so that nobody is alone by disabling the others. */
  #secondPersons(companyId: CompanyRecord['id'], authorId: number, kind: ProposedChange['kind']) {
    const leftSinceMs = this.#clock.nowMs() - coolingOffMs;
    return this.#store.secondPersons(companyId, authorId, rolesThatDecide(kind), leftSinceMs);
  }

  #mail(to: string, subject: string, body: string): NewMessage {
    const createdAtMs = this.#clock.nowMs();
    const times = { createdAtMs, expiresAtMs: createdAtMs + expiresAfterMs };
    return { id: this.#ids.uuid(), route: 'mail', charge: null, to, subject, text: body, ...times };
  }
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Hash of exactly what is approved: who wants which call with which input, instead of what, and why. */
function hashOf(companyId: number, change: ProposedChange & { readonly authorId: number }): string {
  const { authorId, kind, call, subject, before, after, params, body, reason } = change;
  const content = JSON.stringify([companyId, authorId, kind, call, subject, before, after, params, body, reason]);
  return createHash('sha256').update(content).digest('base64url');
}

function nameOf({ kind, subject }: Pick<ProposedChange, 'kind' | 'subject'>): string {
  return `${text.approvals.kinds[kind]}: ${subject}`;
}

function entry(
  { id: operatorId }: OperatorRecord,
  action: string,
  { id, kind, payloadHash }: Pick<ApprovalRecord, 'id' | 'kind' | 'payloadHash'>,
  why: string,
): AuditEntry {
  return { operatorId, action, subject: `approval ${id}: ${kind}`, reason: `${payloadHash} ${why}`.trim() };
}
