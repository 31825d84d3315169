import type { ClientNoteStore } from '../../ports/client-notes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ListPage } from '../../ports/console-reads.ts';
import type { OperatorRecord, UserDirectory } from '../../ports/operators.ts';

/** Maximum notes about one client. */
const clientNotesMax = 1_000;

/** Notes of operators about their company's clients (R-CON-32). */
export class ClientNotes {
  readonly #store: ClientNoteStore;
  readonly #users: Pick<UserDirectory, 'find'>;
  readonly #clock: Clock;

  constructor(store: ClientNoteStore, users: Pick<UserDirectory, 'find'>, clock: Clock) {
    this.#store = store;
    this.#users = users;
    this.#clock = clock;
  }

  /** Returns a page of the notes about a client; null for an unknown uid. */
  async list(by: OperatorRecord, uid: string, page: ListPage) {
    const listed = await this.#users.find(by.companyId, uid);
    return listed === null ? null : this.#store.list(by.companyId, listed.user.id, page);
  }

  /**
   * Stores a note; null for an unknown uid. The audit entry has no word of the note, because the chain outlives the erasure
   * of a person.
   */
  async add(by: OperatorRecord, uid: string, { note, clientId }: { readonly note: string; readonly clientId: string }) {
    const listed = await this.#users.find(by.companyId, uid);
    if (listed === null) return null;
    const audit = { operatorId: by.id, action: 'user-noted', subject: `user with uid ${uid}`, reason: '' };
    const atMs = this.#clock.nowMs();
    const added = { userId: listed.user.id, operatorId: by.id, clientId, note, atMs, audit };
    return this.#store.add(by.companyId, added, clientNotesMax);
  }
}
