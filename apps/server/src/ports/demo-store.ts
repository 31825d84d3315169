import type { AccountId, TenantId } from '@candor/domain/values/ids';

export interface IdleDemo {
  readonly accountId: AccountId;
  /** Whether an order of it ended since. */
  readonly hasTraded: boolean;
}

/** Demos of one company by when they were last used: made, logged in to, or called with a token of theirs. */
export interface DemoStore {
  /** Demos not used since a time, the longest unused first. */
  findIdleDemos(companyId: TenantId, sinceMs: number, limit: number): Promise<IdleDemo[]>;
  noteDemoUse(companyId: TenantId, accountId: AccountId, usedAtMs: number): Promise<void>;
  /**
   * Frees the device of a demo that is still idle for a new one and ends its sessions; answers these, null when it was
   * used meanwhile.
   */
  releaseDemo(companyId: TenantId, accountId: AccountId, sinceMs: number): Promise<string[] | null>;
  /** Marks a released demo as ended; returns the sessions that concurrent logins opened. */
  endDemo(companyId: TenantId, accountId: AccountId, endedAtMs: number): Promise<string[]>;
}
