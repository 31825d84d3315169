import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Prices, Rate } from './arithmetic.ts';

// The auditor's own types: ticks, orders, postings and events.

export interface Tick extends Prices {
  readonly instrumentId: number;
  readonly seq: number;
  readonly timeMs: number;
}

export interface Posting {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** An order as stored in the journal. */
export interface Order {
  readonly id: number;
  readonly accountId: number;
  readonly instrumentId: number;
  readonly side: 'buy' | 'sell';
  readonly kind: string;
  readonly status: string;
  readonly lots: number;
  readonly leverage: number;
  readonly targetPrice: number | null;
  readonly openPrice: number | null;
  readonly stopLoss: number | null;
  readonly takeProfit: number | null;
  readonly margin: bigint;
  readonly fee: bigint;
  readonly swap: bigint;
  readonly profit: bigint;
  readonly closePrice: number | null;
  readonly closeReason: string | null;
  readonly cancelReason: string | null;
  readonly placedAtMs: number;
  readonly expiresAtMs: number | null;
  readonly openedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly openQuote: Tick | null;
  readonly closeQuote: Tick | null;
  readonly openRate: Rate | null;
  readonly closeRate: Rate | null;
  readonly parentId: number | null;
  readonly swapRollMs: number | null;
  readonly trailing?: number | undefined;
  /** Moves of a trailing stop, and the tick of the last. */
  readonly trailed?: { readonly moves: number; readonly quote: Tick } | undefined;
  readonly linkedId?: number | undefined;
  /** A close waiting for a price, for these lots or for all. */
  readonly waitingClose?: { readonly lots: number | null; readonly sinceMs: number } | undefined;
}

export interface Actor {
  readonly kind: string;
  readonly id?: number;
  readonly name?: string;
}

/** A deposit, withdrawal or correction as stored in the journal; each kind has some of the last fields. */
export interface Funds {
  readonly id: number;
  readonly accountId: number;
  readonly kind: string;
  readonly status: string;
  readonly requestedAtMs: number;
  readonly sinceMs: number;
  readonly approvalsNeeded: number;
  readonly approvals: readonly { readonly by: Actor; readonly atMs: number; readonly payloadHash: string }[];
  readonly amendedBy: Actor | null;
  readonly payloadHash: string;
  readonly remark: string;
  readonly amount?: bigint;
  readonly credit?: bigint;
  readonly paid?: bigint;
  readonly rate?: bigint;
  readonly fee?: bigint;
  readonly received?: bigint;
  readonly payoutCurrency?: string;
  readonly externalId?: string | null;
  readonly proposedBy?: Actor;
  readonly heldUntilMs?: number;
  readonly contested?: string | undefined;
  readonly rejectedFor?: string;
}

/** An alert of any kind as stored in the journal. */
export interface Alert {
  readonly id: number;
  readonly accountId: number;
  readonly setAtMs: number;
  readonly kind?: 'percent' | 'margin' | 'profit' | 'swap';
  readonly instrumentId?: number;
  readonly quoteSide?: 'bid' | 'ask';
  readonly when?: 'at-or-below' | 'at-or-above';
  readonly price?: number;
  readonly percentE2?: number;
  readonly from?: number;
  readonly percent?: number;
  readonly orderId?: number;
  readonly amount?: bigint;
  readonly dueMs?: number;
}

export interface Happening {
  readonly type: string;
  readonly atMs: number;
  readonly accountId: number;
  readonly order?: Order;
  readonly closed?: Order;
  readonly refusal?: string;
  readonly funds?: Funds;
  readonly alert?: Alert;
  readonly quote?: Tick | null;
  readonly figure?: bigint | null;
  /** Why an account was stopped out; of all facts of a fill only this is compared. */
  readonly fill?: { readonly stopOut: unknown };
  /** Notice of a higher stop-out level, and the level in force. */
  readonly notice?: NoticeGiven;
  readonly stopOutPercent?: number;
  readonly tenantId?: number;
  readonly realm?: string;
  readonly currency?: string;
  readonly transfers: readonly Posting[];
}

export interface Account {
  readonly id: number;
  readonly tenantId: number;
  readonly realm: string;
  readonly currency: string;
  readonly orders: Map<number, Order>;
  /** Deposits, withdrawals and corrections in progress. */
  readonly funds: Map<number, Funds>;
  /** The last hundred finished ones. */
  readonly done: Set<number>;
  /** Every credited deposit and paid withdrawal, with its time. */
  readonly moved: { readonly kind: string; readonly atMs: number; readonly amount: bigint }[];
  /** Times at which it claimed payments that others claimed or were credited with. */
  readonly rivalries: number[];
  called: boolean;
  paused: boolean;
  noticed: NoticeGiven | null;
}

/** Copies an account with its lists. */
export function copyAccount(account: Account): Account {
  const { orders, funds, done, moved, rivalries } = account;
  const lists = { orders: new Map(orders), funds: new Map(funds), done: new Set(done) };
  return { ...account, ...lists, moved: [...moved], rivalries: [...rivalries] };
}

export function newAccount(named: Pick<Account, 'id' | 'tenantId' | 'realm' | 'currency'>): Account {
  const nothing = { orders: new Map(), funds: new Map(), done: new Set<number>(), moved: [], rivalries: [] };
  return { ...named, ...nothing, called: false, paused: false, noticed: null };
}

/** Applies an event of the account as a whole. */
export function takeFlag(account: Account, { type, notice }: Happening): void {
  if (type === 'MarginCalled' || type === 'MarginCallEnded') account.called = type === 'MarginCalled';
  if (type === 'StopOutPaused' || type === 'StopOutResumed') account.paused = type === 'StopOutPaused';
  if (type === 'StopOutNoticed' || type === 'StopOutNoticeEnded') account.noticed = notice ?? null;
}

export interface Rules {
  readonly specs: readonly InstrumentSpec[];
  readonly feeType: string;
  readonly ordersMax: number;
  readonly callPercent: bigint;
  readonly stopOutPercent: bigint;
  readonly openAgeMaxMs: number;
  readonly closeAgeMaxMs: number;
  /** Maximum spread, in 10⁻⁴ of the price. */
  readonly spreadLimitBp: number;
  /** Maximum events of a stored row. */
  readonly entryEventsMax: number;
  /** Maximum charges of one piece of a roll. */
  readonly rollPieceMax: number;
  /** The machine's clocks: elapsed time, and the wall clock that steps. */
  readonly clocks: { readonly elapsedMs: () => number; readonly wallMs: () => number };
}

/** Halt of openings; a null tenant or instrument means all. */
export interface Halt {
  readonly tenantId: number | null;
  readonly instrumentId: number | null;
  readonly fromMs: number;
  readonly toMs: number | null;
}

export interface NoticeGiven {
  readonly stopOutPercent: number;
  readonly untilMs: number;
}

/** Lower level that positions opened by a time keep. */
export interface KeptLevel {
  readonly stopOutPercent: number;
  readonly openedByMs: number;
  readonly untilMs: number;
}

/** Stop-out level of a company in percent, and lower ones that older positions keep. */
export interface Level {
  readonly percent: number;
  readonly kept: readonly KeptLevel[];
}

/** Level as a rule of the journal. */
export interface LevelRule {
  readonly rule: 'policy';
  readonly tenantId: number;
  readonly policy: { readonly stopOutPercent: number };
  readonly notices?: readonly KeptLevel[];
}

export type RuleOfOperators = HaltRule | LevelRule;

/** Halt as a rule of the journal. */
export interface HaltRule {
  readonly rule: 'halt';
  readonly haltId: number;
  readonly halt: Halt;
}

export type MayClose = (instrumentId: number) => boolean;

/** State of an instrument's market: open or closed, and the age of its price. */
export type MarketOf = (instrumentId: number) => { readonly kind: string; readonly ageMs: number };

export function event(type: string, atMs: number, accountId: number, more: Partial<Happening> = {}): Happening {
  return { type, atMs, accountId, transfers: [], ...more };
}

export function cancelled(order: Order, cancelReason: string, atMs: number): Happening {
  const ended = { ...order, status: 'cancelled', cancelReason, endedAtMs: atMs };
  return event('OrderCancelled', atMs, order.accountId, { order: ended });
}

export function posting(kind: string, from: string, to: string, amount: bigint): Posting {
  return { kind, from, to, amount };
}

/** Releases the lock of a withdrawal that is not paid; empty for other requests. */
export function releasePostings(account: Account, { kind, amount = 0n }: Funds): Posting[] {
  return kind === 'withdrawal' ? [posting('withdrawal-release', lockOf(account), cashOf(account), amount)] : [];
}

export function swapPostings(account: Account, swap: bigint): Posting[] {
  const [cash, house] = [cashOf(account), houseOf(account, 'swap')];
  if (swap === 0n) return [];
  return [swap > 0n ? posting('swap', house, cash, swap) : posting('swap', cash, house, -swap)];
}

type BookFacts = Pick<Account, 'tenantId' | 'realm' | 'currency'>;

export function cashOf(account: BookFacts & { readonly id: number }): string {
  return `${account.tenantId}/${account.realm}/${account.currency}/cash/${account.id}`;
}

export function lockOf(account: BookFacts & { readonly id: number }): string {
  return `${account.tenantId}/${account.realm}/${account.currency}/locked/${account.id}`;
}

/** Canonical name of an external payment, from any spelling (R-FND-06, R-FND-14). */
export function paymentOf({ tenantId }: Pick<Account, 'tenantId'>, written: string): string {
  const [, name = ''] = /^\s*(?:0[xX])?(.*?)\s*$/.exec(written) ?? [];
  return `${tenantId}/${name.toLowerCase()}`;
}

export function isUnderWay({ status }: Pick<Funds, 'status'>): boolean {
  return /^(waiting|requested|approved|proposed)$/.test(status);
}

export function houseOf(account: BookFacts, name: string): string {
  return `${account.tenantId}/${account.realm}/${account.currency}/house/${name}`;
}

export function openOrders(account: Account): Order[] {
  return [...account.orders.values()].filter((order) => order.status === 'open');
}

/** Price at which an order closes: bid for buys, ask for sells (R-ORD-01). */
export function closePriceOf(order: Pick<Order, 'side'>, prices: Prices): number {
  return order.side === 'buy' ? prices.bid : prices.ask;
}
