import type { CompanyId } from '@candor/domain/values/ids';
import type { ChainCheck, ChainHead } from './audit.ts';
import type { ListPage, ListPeriod } from './console-reads.ts';
import type { AccountName } from './credentials.ts';

/** `counted`: number of entries in a minute with too many to store each; `pruned`: number of erased entries. */
export type SignInKind =
  | 'signed-in'
  | 'registered'
  | 'refused'
  | 'factor-asked'
  | 'password-reset'
  | 'password-changed'
  | 'factor-added'
  | 'factor-removed'
  | 'codes-renewed'
  | 'session-ended'
  | 'sessions-ended'
  | 'counted'
  | 'pruned';

/** An event at a sign-in, or a count of events. Never names, codes or tokens. */
export interface SignInEntry {
  readonly atMs: number;
  readonly who: 'user' | 'operator';
  /** Null for an account that does not exist, and in counts. */
  readonly personId: number | null;
  readonly kind: SignInKind;
  /** Name of the refusal, or of what was counted; may be empty. */
  readonly detail: string;
  /** IPv4 address or IPv6 /64; `*` for several. */
  readonly network: string;
  readonly count: number;
}

export interface ListedSignIn extends SignInEntry {
  readonly seq: number;
  /** The user's uid or the operator's e-mail address; empty if there is none. */
  readonly person: string;
  readonly hash: Buffer;
}

export interface SignInQuery extends ListPage, ListPeriod {
  readonly who: 'user' | 'operator' | null;
  readonly personId: number | null;
  readonly network: string | null;
  readonly kind: SignInKind | null;
}

export interface SignInEvent {
  readonly companyId: CompanyId;
  readonly who: SignInEntry['who'];
  readonly kind: SignInKind;
  readonly detail: string;
  readonly network: string;
  /** Operator whose call was refused for lack of permission: such events are bounded per operator, not per network. */
  readonly deniedTo?: number;
  /** Called only if the event is stored in full. */
  readonly person: () => number | null | Promise<number | null>;
}

/** Records events at sign-ins. */
export interface SignInRecorder {
  /** Resolves when the event is stored or counted. */
  record(event: SignInEvent): Promise<void>;
  /** Records a refusal; the caller does not wait. */
  note(event: SignInEvent): void;
  /** Finds the account that a refused call named, outside of the call's own queries. */
  findUser(companyId: CompanyId, name: AccountName): Promise<number | null>;
  findOperator(companyId: CompanyId, email: string): Promise<number | null>;
}

/** Chain of a company's sign-ins: append-only, and pruned from its beginning after the retention period (R-SEC-12). */
export interface SignInLog {
  append(companyId: CompanyId, entries: readonly SignInEntry[]): Promise<void>;
  list(
    companyId: CompanyId,
    query: SignInQuery,
  ): Promise<{ readonly rows: readonly ListedSignIn[]; readonly total: number }>;
  /**
   * Checks the chain from its first remaining entry. `kept` is an earlier head that the chain must still contain. With
   * `aside` the check yields the thread to other work in between, and ends with the signal.
   */
  check(companyId: CompanyId, kept: ChainHead | null, aside?: AbortSignal): Promise<ChainCheck>;
  findUser(companyId: CompanyId, name: AccountName): Promise<number | null>;
  findOperator(companyId: CompanyId, email: string): Promise<number | null>;
  /**
   * Erases a bounded number of entries older than a time; returns how many. The remaining chain states where it begins.
   */
  prune(companyId: CompanyId, beforeMs: number, atMs: number): Promise<number>;
}
