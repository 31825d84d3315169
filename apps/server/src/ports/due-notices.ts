import type { AccountId, CompanyId, Currency } from '@candor/domain/values/ids';
import type { NewMessage } from './messages.ts';
import type { NoticeChoice, StoredNotice } from './notices.ts';

/** A notice that has not been pushed and mailed yet, with everything that decides about it. */
export interface DueNotice {
  readonly notice: StoredNotice;
  readonly accountId: AccountId;
  readonly email: string | null;
  readonly currency: Currency;
  readonly language: string;
  readonly choice: NoticeChoice;
  /** Browsers whose session lasts. */
  readonly devices: readonly { readonly id: string; readonly language: string }[];
}

/** Notices on their way to browsers and mailboxes. */
export interface DueNoticeStore {
  /** Companies with due notices. */
  companies(): Promise<CompanyId[]>;
  /**
   * Takes at most `limit` due notices, the oldest first, and stores the messages that `write` makes of each in one
   * transaction. One that cannot be read, written or stored stops no other: `failed` says of it, by its key in the
   * company, whether it stays due. Returns the number of notices.
   */
  route(
    companyId: CompanyId,
    limit: number,
    nowMs: number,
    ways: {
      readonly write: (due: DueNotice) => readonly NewMessage[];
      readonly failed: (key: string, error: Error) => 'again' | 'never';
    },
  ): Promise<number>;
}
