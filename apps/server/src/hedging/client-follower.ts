import type { EngineEvent } from '@candor/domain/engine/event';
import type { ClientBook } from '@candor/domain/hedging/client-book';
import type { ClientsFollowed } from '@candor/domain/hedging/hedge-records';
import type { Transfer } from '@candor/domain/ledger/ledger';
import type { CompanyId, Currency, InstrumentId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type { Quote } from '@candor/domain/values/quote';
import type { JournalReader } from '../ports/journal.ts';
import { decodeDecision } from '../trading/codec.ts';

/** Journal of a shard, and the entry up to which the book of open positions has it. */
export interface FollowedShard {
  readonly shard: number;
  readonly journal: Pick<JournalReader, 'read'>;
  readonly bookSeq: number;
}

/** Result of a page of entries: its record, whether there may be more, and the places whose positions changed. */
export interface FollowedPage {
  readonly record: ClientsFollowed;
  readonly isFull: boolean;
  readonly touched: readonly { readonly companyId: CompanyId; readonly instrumentId: InstrumentId }[];
}

const pageMax = 1_000;
/** Postings between real clients and the house that are results of trading. */
const resultKinds: ReadonlySet<Transfer['kind']> = new Set([
  'trade-fee',
  'trade-profit',
  'trade-loss',
  'swap',
  'negative-balance',
]);

/**
 * Follows the clients' journal of a shard: results from the place in the hedger's own journal, positions from that of the
 * book, each entry once (R-HDG-06).
 */
export class ClientFollower {
  readonly shard: number;
  readonly #source: FollowedShard;
  readonly #book: ClientBook;
  readonly #quotes: Map<InstrumentId, Quote>;
  #seq: number;
  #resultsSeq: number;
  #bookSeq: number;

  /** `seq` is the last entry whose results are booked; `quotes` gets the quote of each fill. */
  constructor(source: FollowedShard, seq: number, book: ClientBook, quotes: Map<InstrumentId, Quote>) {
    this.shard = source.shard;
    this.#source = source;
    // The book may be behind the results, or ahead of them: reading begins at the earlier of both.
    this.#seq = Math.min(seq, source.bookSeq);
    this.#resultsSeq = seq;
    this.#bookSeq = source.bookSeq;
    this.#book = book;
    this.#quotes = quotes;
  }

  /** Reads the next page; null if there is none. The page counts only once its record is stored: a failure needs a new start. */
  async next(): Promise<FollowedPage | null> {
    const entries = await this.#source.journal.read(this.#seq, pageMax);
    if (entries.length === 0) return null;
    const sums = new Map<string, { readonly companyId: CompanyId; readonly currency: Currency; amount: bigint }>();
    const touched: { companyId: CompanyId; instrumentId: InstrumentId }[] = [];
    for (const { seq, payload } of entries) {
      if (seq !== this.#seq + 1)
        throw new Error(`Invariant: the journal goes on at entry ${this.#seq + 1}, was ${seq}`);
      const decision = decodeDecision(payload);
      for (const event of decision.kind === 'done' ? decision.events : []) {
        if (seq > this.#resultsSeq) addResults(sums, event.transfers);
        if (seq > this.#bookSeq) this.#move(event, touched);
      }
      this.#seq = seq;
    }
    this.#resultsSeq = Math.max(this.#resultsSeq, this.#seq);
    this.#bookSeq = Math.max(this.#bookSeq, this.#seq);
    const results = [...sums.values()].map((sum) => ({ ...sum, amount: toMoney(sum.amount) }));
    const record: ClientsFollowed = { kind: 'clients', shard: this.shard, seq: this.#resultsSeq, results };
    return { record, isFull: entries.length === pageMax, touched };
  }

  #move(event: EngineEvent, touched: { companyId: CompanyId; instrumentId: InstrumentId }[]): void {
    const change = this.#book.take(event);
    const place = change?.after ?? change?.before;
    if (place === undefined || place === null) return;
    touched.push({ companyId: place.companyId, instrumentId: place.instrumentId });
    const quote = quoteOf(event);
    if (quote !== null) this.#quotes.set(quote.instrumentId, quote);
  }
}

function quoteOf(event: EngineEvent): Quote | null {
  if (event.type === 'OrderReduced') return event.closed.closeQuote;
  return event.type === 'OrderClosed'
    ? event.order.closeQuote
    : event.type === 'OrderOpened'
      ? event.order.openQuote
      : null;
}

/** Adds what real clients received (above zero) or paid by transfers that are results of trading. */
function addResults(
  sums: Map<string, { readonly companyId: CompanyId; readonly currency: Currency; amount: bigint }>,
  transfers: readonly Transfer[],
): void {
  for (const { kind, from, to, amount } of transfers) {
    if (!resultKinds.has(kind)) continue;
    const [company = '', realm, currency = ''] = from.split('/');
    if (realm !== 'real') continue;
    const key = `${company}/${currency}`;
    const sum = sums.get(key) ?? { companyId: Number(company) as CompanyId, currency, amount: 0n };
    sums.set(key, sum);
    sum.amount += to.includes('/cash/') ? amount : -amount;
  }
}
