import type { OrderReport } from '@candor/domain/hedging/decide-report';
import type { HedgeOrder, HedgeOrderId } from '@candor/domain/hedging/hedge-records';
import type { HedgeRule } from '@candor/domain/hedging/hedge-rules';
import type { CompanyId } from '@candor/domain/values/ids';

/** Routing rules of a company, in order. */
export interface CompanyRules {
  readonly companyId: CompanyId;
  readonly rules: readonly HedgeRule[];
}

/** Stored entry of the hedger's journal. */
export interface HedgeEntry {
  readonly seq: number;
  readonly atMs: number;
  /** True for the whole state after the entries before it, from which a start begins. */
  readonly isState: boolean;
  /** Encoded records, or state (trading/codec.ts). */
  readonly payload: string;
  /** SHA-256 of the previous entry's hash and this entry. */
  readonly hash: Buffer;
}

/** The kill switch is pulled: nothing was stored. */
export class SwitchPulledError extends Error {
  override readonly name = 'SwitchPulledError';
}

/** Journal of the hedger, written by the process that holds its lease. */
export interface HedgeJournal {
  /** Returns the last entry's number and hash. Throws FencedError if another process leads. */
  lead(): Promise<{ readonly lastSeq: number; readonly lastHash: Buffer }>;
  /**
   * Appends entries fromSeq+1… at once or not at all. With `sends` an order is among them: throws SwitchPulledError if the kill
   * switch is pulled. Throws FencedError if another process leads. After any other error it is unknown whether they are stored.
   */
  commit(fromSeq: number, entries: readonly HedgeEntry[], sends: boolean): Promise<void>;
  /** Returns at most `limit` entries after `seq`, oldest first. */
  read(seq: number, limit: number): Promise<HedgeEntry[]>;
  /** Returns the number of the newest entry that is a state, written before a time if one is given; 0 without one. */
  newestState(beforeMs?: number): Promise<number>;
  readonly switch: HedgeSwitch;
}

export type SwitchAct = 'pulled' | 'release-asked' | 'released';

/** Latest act at the kill switch. */
export interface SwitchState {
  readonly act: SwitchAct;
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
}

/** An act at the kill switch that is not possible now; the message says why. */
export class SwitchRefusedError extends Error {
  override readonly name = 'SwitchRefusedError';
}

/** Kill switch of hedging: one person pulls it, two release it (R-HDG-14). */
export interface HedgeSwitch {
  /** Null if it was never pulled. */
  state(): Promise<SwitchState | null>;
  /** Throws SwitchRefusedError. */
  turn(to: SwitchState): Promise<void>;
}

/** Connection to a liquidity provider that takes orders. Calls while it is not logged on are dropped. */
export interface HedgeProvider {
  open(taker: ProviderTaker): void;
  /** Sends an order, which must be stored, once. */
  send(order: HedgeOrder): void;
  /** Asks for the status of an order; the answer is a report. */
  askStatus(order: HedgeOrder): void;
  /** Asks for the cancellation of what is left of an order. */
  cancel(order: HedgeOrder): void;
  /** Asks for the positions of a company. */
  askPositions(companyId: CompanyId): void;
  close(): void;
}

/** Receives what a provider says, one call after the other. */
export interface ProviderTaker {
  /** A session began: nothing is known about what was sent before. */
  loggedOn(): void;
  lost(reason: string): void;
  report(report: OrderReport): void;
  /** The provider did not cancel an order. */
  notCancelled(orderId: HedgeOrderId): void;
  /** All positions of a company, in units × 10⁸ by code; bought is above zero. */
  positions(companyId: CompanyId, byCode: ReadonlyMap<string, bigint>): void;
  /** A message that cannot be read or used; the session goes on. */
  fault(what: string): void;
}
