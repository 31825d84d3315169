import type { RankingEntry as WireEntry } from '@candor/contracts/http/content';
import type { InviteInfo } from '@candor/contracts/http/invite';
import type { DeviceSession, SecondFactors as WireFactors } from '@candor/contracts/http/second-factor';
import type { StatementFigures, Statement as WireStatement } from '@candor/contracts/http/statement';
import type { VerificationState } from '@candor/contracts/http/verification';

/** State of an identity check. Name and document number are masked, and empty before the first submission. */
export interface Verification {
  readonly status: 'not-submitted' | 'waiting' | 'approved';
  /** Reason of a rejection; empty for none. */
  readonly remark: string;
  readonly submittedAtMs: number | null;
  readonly name: string;
  readonly cardId: string;
}

const statuses = { 0: 'not-submitted', 1: 'waiting', 2: 'approved' } as const;

export function toVerification(wire: VerificationState): Verification {
  const { review_status: status, remark, submitted_at: submittedAtMs, name, card_id: cardId } = wire;
  return { status: statuses[status], remark, submittedAtMs, name, cardId };
}

/** A device that is signed in. */
export interface SignedInDevice {
  readonly id: string;
  /** Short name of browser and system. */
  readonly name: string;
  readonly lastSeenAtMs: number;
  /** True for the device of this session. */
  readonly isCurrent: boolean;
}

export function toSignedInDevice(wire: DeviceSession): SignedInDevice {
  return { id: wire.id, name: wire.device, lastSeenAtMs: wire.last_seen_at, isCurrent: wire.current === 1 };
}

/** Second factors that a user has set up. */
export interface SecondFactors {
  /** True with an authenticator app. */
  readonly hasTotp: boolean;
  readonly passkeys: readonly {
    readonly id: string;
    readonly name: string;
    readonly createdAtMs: number;
    readonly lastUsedAtMs: number | null;
  }[];
  /** Recovery codes that have not been used. */
  readonly recoveryLeft: number;
}

export function toSecondFactors(wire: WireFactors): SecondFactors {
  return {
    hasTotp: wire.totp === 1,
    passkeys: wire.passkeys.map(({ id, name, created_at: createdAtMs, last_used_at: lastUsedAtMs }) => ({
      id,
      name,
      createdAtMs,
      lastUsedAtMs,
    })),
    recoveryLeft: wire.recovery_left,
  };
}

/** Totals of a period: opening balance + changes = closing balance. */
export interface Statement extends Pick<WireStatement, 'totals'> {
  readonly openingBalance: string;
  readonly closingBalance: string;
  readonly postingsTotal: string;
  readonly postingCount: number;
  /** Number of orders closed in the period. */
  readonly orderCount: number;
  /** Result and costs of these orders, signed. */
  readonly ordersTotal: Pick<StatementFigures, 'spread' | 'gross' | 'fee' | 'swap' | 'net'> & {
    readonly beforeCosts: string;
  };
}

export function toStatement(wire: WireStatement): Statement {
  const { before_costs: beforeCosts, spread, gross, fee, swap, net } = wire.orders_total;
  return {
    openingBalance: wire.opening_balance,
    closingBalance: wire.closing_balance,
    postingsTotal: wire.postings_total,
    totals: wire.totals,
    postingCount: wire.postings.length,
    orderCount: wire.orders.length,
    ordersTotal: { beforeCosts, spread, gross, fee, swap, net },
  };
}

/** The user's invitation, with one page of the people who have registered by it. */
export interface Invitation extends Pick<InviteInfo, 'code' | 'link' | 'total'> {
  /** True if the company pays rewards. */
  readonly hasRewards: boolean;
  /** Names are masked. */
  readonly joined: readonly { readonly name: string; readonly joinedAtMs: number; readonly isVerified: boolean }[];
}

export function toInvitation({ code, link, total, has_rewards: rewards, joined }: InviteInfo): Invitation {
  return {
    code,
    link,
    total,
    hasRewards: rewards === 1,
    joined: joined.map((one) => ({ name: one.name, joinedAtMs: one.joined_at, isVerified: one.is_verified === 1 })),
  };
}

/** One line of the ranking. Rates are in percent with 2 decimals. */
export interface RankingEntry extends Pick<WireEntry, 'rank' | 'user' | 'multiple' | 'code'> {
  readonly isDemo: boolean;
  readonly threeWeekRate: string;
  readonly threeWeekWin: string;
  readonly threeWeekProfit: string;
  readonly totalRate: string;
  /** Orders closed. */
  readonly trades: number;
}

export function toRankingEntry(wire: WireEntry): RankingEntry {
  const { rank, user, multiple, code } = wire;
  return {
    rank,
    user,
    multiple,
    code,
    isDemo: wire.is_demo === 1,
    threeWeekRate: wire.three_week_rate,
    threeWeekWin: wire.three_week_win,
    threeWeekProfit: wire.three_week_profit,
    totalRate: wire.total_rate,
    trades: wire.total_trade_num,
  };
}
