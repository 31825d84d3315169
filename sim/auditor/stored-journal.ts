import { createHash } from 'node:crypto';
import { readPayload, require, show, Violation } from './compare.ts';
import { type Account, cashOf, type Happening, type Order, type Posting, type Tick } from './facts.ts';
import { FundsAudit } from './funds-audit.ts';
import { isHalt, takeHalts } from './market-rules.ts';
import { type Model } from './model.ts';
import type { Verdict } from './model-commands.ts';
import { UnfinishedActs } from './row-parts.ts';
import { takeStoredLevel } from './stop-out-levels.ts';

/** A row of the store. */
export interface StoredRow {
  readonly epoch: number;
  readonly entry: {
    readonly seq: number;
    readonly atMs: number;
    readonly accountId: number | null;
    readonly clientId: string | null;
    readonly bodyHash: string | null;
    readonly payload: string;
    readonly hash: Buffer;
  };
}

function isExpiry(decision: Verdict): decision is Verdict & { readonly kind: 'done' } {
  return decision.kind === 'done' && decision.events.some(({ type }) => type === 'DemoExpired');
}

const nextStatuses: Record<string, readonly string[]> = {
  '': ['pending', 'open'],
  pending: ['pending', 'open', 'cancelled', 'expired'],
  open: ['open', 'closed'],
};

/** Checks the stored rows of any process one by one, with its own sums. */
export class StoredJournal {
  readonly rows: StoredRow[] = [];
  readonly decisions: Verdict[] = [];
  /** Closes that waited for a price and were executed. */
  closedWhenPriced = 0;
  readonly #sums = new Map<string, bigint>();
  readonly #statuses = new Map<number, string>();
  readonly #funds = new FundsAudit();
  /** Time of each account's last command. */
  readonly #usedMs = new Map<number, number>();
  readonly #seqByClientId = new Map<string, number>();
  readonly unfinished = new UnfinishedActs();
  #hash: Buffer = Buffer.alloc(32);

  seqOf(accountId: number, clientId: string): number | undefined {
    return this.#seqByClientId.get(`${accountId}/${clientId}`);
  }

  /** Checks a row and returns its decision. `model` has applied all rows before, and applies this one. */
  take(row: StoredRow, ticks: ReadonlyMap<string, readonly Tick[]>, model: Model): Verdict {
    const { epoch, entry } = row;
    const where = () => `row ${entry.seq} of epoch ${epoch}: ${entry.payload}`;
    const before = this.rows.at(-1);
    require(entry.seq === this.rows.length + 1, 'L4-dense', () => `after ${this.rows.length} came ${entry.seq}`);
    require(before === undefined || before.epoch <= epoch, 'P5-epoch', where);
    const { seq, atMs, accountId, clientId, bodyHash, payload } = entry;
    const text = JSON.stringify([seq, atMs, accountId, clientId, bodyHash, payload]);
    this.#hash = createHash('sha256').update(this.#hash).update(text).digest();
    require(this.#hash.equals(entry.hash), 'L4-chain', where);
    if (clientId !== null) {
      const key = `${accountId}/${clientId}`;
      require(!this.#seqByClientId.has(key), 'P1-effect-once', where);
      this.#seqByClientId.set(key, seq);
    }
    const decision = readPayload(payload) as Verdict;
    if (accountId !== null && !isExpiry(decision)) this.#usedMs.set(accountId, atMs);
    // An expiry that had to end orders would mean that the demo was still in use.
    require(!isExpiry(decision) || decision.events.length === 1, 'D1-demo-ended', where);
    this.rows.push(row);
    this.decisions.push(decision);
    if (accountId === null && decision.kind === 'done') {
      this.closedWhenPriced += decision.events.filter(
        ({ order, closed }) => (closed ?? order)?.closeReason === 'user',
      ).length;
    }
    if (decision.kind === 'done') for (const event of decision.events) this.#takeEvent(event, ticks, model);
    if (decision.kind === 'rules-changed') {
      takeHalts(model.halts, decision.rules.filter(isHalt), atMs);
      for (const rule of decision.rules) if (rule.rule === 'policy') takeStoredLevel(model.levels, rule);
    }
    if (decision.kind === 'done') this.#requireRest(decision, model);
    return decision;
  }

  #takeEvent(event: Happening, ticks: ReadonlyMap<string, readonly Tick[]>, model: Model): void {
    for (const transfer of event.transfers) this.#post(transfer);
    for (const order of [event.order, event.closed]) {
      if (order === undefined) continue;
      this.#requireLegalStep(order, event);
      this.#requirePricedByTick(order, ticks);
    }
    const known = model.accounts.get(event.accountId);
    if (event.type === 'DemoExpired') this.#requireIdle(known, event);
    model.take(event);
    this.#funds.take(event, known ?? model.account(event.accountId), (key) => this.balance(key));
  }

  /** Requires that an ended demo was unused for thirty days and is empty (R-SES-29, R-SES-34). */
  #requireIdle(account: Account | undefined, event: Happening): void {
    const idleMs = event.atMs - (this.#usedMs.get(event.accountId) ?? 0);
    const isDemo = account?.realm === 'demo';
    const isEmpty = account !== undefined && account.orders.size === 0 && this.balance(cashOf(account)) === 0n;
    require(isDemo && isEmpty && idleMs >= 30 * 86_400_000, 'D1-demo-ended', () =>
      `${show(event)} of ${show(account?.realm)} after ${idleMs} ms`);
  }

  #post({ from, to, amount }: Posting): void {
    const ledgerOf = (key: string) => key.split('/').slice(0, 3).join('/');
    const isLegal = amount > 0n && from !== to && ledgerOf(from) === ledgerOf(to);
    require(isLegal, 'L1-postings', () => `${amount} from ${from} to ${to}`);
    this.#sums.set(from, (this.#sums.get(from) ?? 0n) - amount);
    this.#sums.set(to, (this.#sums.get(to) ?? 0n) + amount);
  }

  /** E1: a part starts closed, out of an open order; an ended order never returns. */
  #requireLegalStep(order: Order, event: Happening): void {
    const before = this.#statuses.get(order.id) ?? '';
    const isPart = order === event.closed && before === '' && this.#statuses.get(order.parentId ?? 0) === 'open';
    const isLegal = isPart ? order.status === 'closed' : (nextStatuses[before]?.includes(order.status) ?? false);
    require(isLegal, 'E1-life', () => `order ${order.id} went from "${before}" to ${order.status}`);
    this.#statuses.set(order.id, order.status);
  }

  /** E3: the named tick was accepted, has the same content, and gives the price on the right side. */
  #requirePricedByTick(order: Order, ticks: ReadonlyMap<string, readonly Tick[]>): void {
    const isBuy = order.side === 'buy';
    for (const [quote, price, side] of [
      [order.openQuote, order.openPrice, isBuy ? 'ask' : 'bid'],
      [order.closeQuote, order.closePrice, isBuy ? 'bid' : 'ask'],
    ] as const) {
      if (quote === null) continue;
      const known = ticks.get(`${quote.instrumentId}/${quote.seq}`) ?? [];
      const isTrue = known.some(
        (tick) =>
          tick.bid === quote.bid && tick.ask === quote.ask && tick.timeMs === quote.timeMs && tick[side] === price,
      );
      require(isTrue, 'E3-price', () => `order ${show(order)} against ticks ${show(known)}`);
    }
  }

  #requireRest({ events, part }: Verdict & { readonly kind: 'done' }, model: Model): void {
    const ledgerSums = new Map<string, bigint>();
    for (const [key, sum] of this.#sums) {
      const ledger = key.split('/').slice(0, 3).join('/');
      ledgerSums.set(ledger, (ledgerSums.get(ledger) ?? 0n) + sum);
    }
    for (const [ledger, sum] of ledgerSums) require(sum === 0n, 'L2-zero-sum', () => `ledger ${ledger} sums to ${sum}`);
    // Between two rows of an act its accounts are not at rest.
    const ofAct = part?.isLast === true ? this.unfinished[part.of] : [];
    const atRest = part?.isLast === false ? [] : [...ofAct, ...events.map(({ accountId }) => accountId)];
    this.unfinished.note(events, part);
    for (const accountId of new Set(atRest)) {
      const account = model.accounts.get(accountId);
      if (account === undefined && model.ended.has(accountId)) continue;
      if (account === undefined) throw new Violation('E1-life', `account ${accountId} was never opened`);
      const balance = this.balance(cashOf(account));
      const isOpen = [...account.orders.values()].some(({ status }) => status === 'open');
      require(balance >= 0n || isOpen, 'L7-negative', () => `account ${accountId} rests at ${balance}`);
    }
  }

  balance(key: string): bigint {
    return this.#sums.get(key) ?? 0n;
  }
}
