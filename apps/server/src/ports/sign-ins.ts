import type { TenantId } from '@candor/domain/values/ids';
import type { ChainCheck, ChainHead } from './audit.ts';
import type { ListPage, ListPeriod } from './console-reads.ts';
import type { AccountName } from './credentials.ts';

/** `counted` stands for entries of one minute that were too many to keep one by one, `pruned` for those erased. */
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

/** One thing that happened at a sign-in, or a count of them. No names, codes or tokens. */
export interface SignInEntry {
  readonly atMs: number;
  readonly who: 'user' | 'operator';
  /** Null for an account that does not exist, and in counts. */
  readonly personId: number | null;
  readonly kind: SignInKind;
  /** The refusal's name, or what was counted; may be empty. */
  readonly detail: string;
  /** IPv4 address or IPv6 /64; `*` for many. */
  readonly network: string;
  readonly count: number;
}

export interface ListedSignIn extends SignInEntry {
  readonly seq: number;
  /** The user's uid or the operator's address; empty where there is none. */
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
  readonly companyId: TenantId;
  readonly who: SignInEntry['who'];
  readonly kind: SignInKind;
  readonly detail: string;
  readonly network: string;
  /** A call that an operator was refused for want of permission: bounded by operator, not by network. */
  readonly deniedTo?: number;
  /** Asked only if the event is kept in full. */
  readonly person: () => number | null | Promise<number | null>;
}

/** Takes what happened at sign-ins. */
export interface SignInRecorder {
  /** Resolves once the event is stored, or counted. */
  record(event: SignInEvent): Promise<void>;
  /** The same for a refusal, which is answered without waiting for its entry. */
  note(event: SignInEvent): void;
  /** Finds the account that a refused call named, outside the call's own queries. */
  findUser(companyId: TenantId, name: AccountName): Promise<number | null>;
  findOperator(companyId: TenantId, email: string): Promise<number | null>;
}

/** The chain of sign-ins of a company: added to, and erased from its beginning after the retention (R-SEC-12). */
export interface SignInLog {
  append(companyId: TenantId, entries: readonly SignInEntry[]): Promise<void>;
  list(
    companyId: TenantId,
    query: SignInQuery,
  ): Promise<{ readonly rows: readonly ListedSignIn[]; readonly total: number }>;
  /**
   * The chain from its first kept entry on; `kept` is a head from earlier that it must still go through. With `aside` the
   * walk leaves the thread to other work in between, and ends with the signal.
   */
  check(companyId: TenantId, kept: ChainHead | null, aside?: AbortSignal): Promise<ChainCheck>;
  findUser(companyId: TenantId, name: AccountName): Promise<number | null>;
  findOperator(companyId: TenantId, email: string): Promise<number | null>;
  /** Erases entries older than a time, a bounded number at once; answers how many. What is left says where it begins. */
  prune(companyId: TenantId, beforeMs: number, atMs: number): Promise<number>;
}
