import type { CompanyId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit.ts';
import type { Listed, ListPage } from './console-reads.ts';

/** Note of an operator about a client. */
export interface ClientNote {
  readonly id: number;
  readonly atMs: number;
  readonly operatorId: number;
  /** Empty if unknown. */
  readonly operatorEmail: string;
  readonly note: string;
}

/** A note to be stored; the same `clientId` names the same note. */
export interface NewClientNote {
  readonly userId: number;
  readonly operatorId: number;
  readonly clientId: string;
  readonly note: string;
  readonly atMs: number;
  readonly audit: AuditEntry;
}

/** Notes of operators about clients, one company at a time; none can be changed (R-CON-32). */
export interface ClientNoteStore {
  list(companyId: CompanyId, userId: number, page: ListPage): Promise<Listed<ClientNote>>;
  /**
   * Stores a note with its audit entry. `kept`: this operator wrote the same note under the same id before. `conflict`: the id
   * has another note. `full`: the client has `max` notes.
   */
  add(companyId: CompanyId, note: NewClientNote, max: number): Promise<'added' | 'kept' | 'conflict' | 'full'>;
}
