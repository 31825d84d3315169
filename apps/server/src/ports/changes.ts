import type { CompanyId } from '@candor/domain/values/ids';

/** A change that a process has stored and that others may remember otherwise. */
export type StoredChange =
  | { readonly kind: 'sessions-ended'; readonly companyId: CompanyId; readonly sessionIds: readonly string[] }
  /** A step-up, or another token of the session. */
  | { readonly kind: 'session-changed'; readonly companyId: CompanyId; readonly sessionIds: readonly string[] }
  | { readonly kind: 'user-changed'; readonly companyId: CompanyId; readonly userId: number }
  /** Companies or their hosts. */
  | { readonly kind: 'companies' }
  /** A user left the ranking of a company, or was hidden in it or shown again. */
  | { readonly kind: 'ranking'; readonly companyId: CompanyId; readonly userId: number }
  /** A message to be sent. */
  | { readonly kind: 'messages'; readonly companyId: CompanyId };

export interface ChangeListener {
  readonly onChange: (change: StoredChange) => void;
  /** Called after changes may have been missed: everything remembered must be read again. */
  readonly onGap: () => void;
}

/** Changes stored by any process of the installation, this one included. */
export interface StoredChanges {
  /** True while changes arrive; what is remembered may be used only then. */
  readonly isLive: boolean;
  /** Returns the function that ends the following. */
  follow(listener: ChangeListener): () => void;
}
