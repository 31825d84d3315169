import type { FeedOrder } from '../live/feed-messages.ts';
import { QuoteSender, type TellMarket } from '../live/quote-sender.ts';
import type { Surroundings } from '../live/surroundings.ts';
import { FixConnection } from './fix-connection.ts';
import type { FixField } from './fix-message.ts';
import type { FixPlan } from './fix-plan.ts';
import { MarketData } from './market-data.ts';
import type { SequenceStore } from './sequence-store.ts';
import { type as messageType } from './tags.ts';

const detailMax = 200;
const checkEveryMs = 500;
/** Shortest time between two subscriptions. */
const requestEveryMs = 1_000;

/** The side of a FIX feed in its thread: session, books and silence. */
export class FixWorker {
  readonly #plan: FixPlan;
  readonly #sender: QuoteSender;
  readonly #connection: FixConnection;
  readonly #store: SequenceStore;
  readonly #around: Surroundings & { nowMs(): number };
  #data: MarketData;
  /** Number of the last quote of the running series. */
  #quotes = 0;
  #quotedMs = 0;
  #requestedMs = Number.NEGATIVE_INFINITY;
  #isSilent = false;
  #isRequestDue = false;
  #isGapOpen = false;
  /** True: prices were asked for after the gap began, so that the answer is newer than it. */
  #isGapCovered = false;
  #cancel: () => void = () => undefined;

  constructor(plan: FixPlan, store: SequenceStore, tell: TellMarket, around: Surroundings & { nowMs(): number }) {
    this.#plan = plan;
    this.#store = store;
    this.#around = around;
    this.#sender = new QuoteSender(tell, around);
    this.#data = this.#createData();
    this.#connection = new FixConnection(
      plan,
      store,
      {
        loggedOn: () => {
          this.#data = this.#createData();
          this.#sender.connected();
          this.#begin();
        },
        message: (message, { sentMs }) => {
          const { isQuote, needsRequest } = this.#data.read(message, sentMs);
          if (isQuote) [this.#quotedMs, this.#isSilent] = [around.monotonicMs(), false];
          if (needsRequest) this.#requestSoon();
        },
        heard: () => {
          // A venue that sends heartbeats and no quotes proves nothing about prices.
          if (plan.unchanged !== 'never' && !this.#isSilent) this.#sender.confirm();
        },
        gap: () => {
          this.#isGapOpen = true;
          this.#data.doubtAll();
        },
        filled: (isWhole) => {
          const isCovered = this.#isGapCovered;
          [this.#isGapOpen, this.#isGapCovered] = [false, false];
          if (!isWhole && !isCovered) this.#requestSoon();
        },
        unheard: () => this.#requestSoon(),
        fault: (fault, detail) => this.#fault(fault, detail),
        garbled: () => this.#sender.count('garbled'),
        lost: (reason, retryMs) => this.#sender.lost(this.#shown(reason), retryMs),
      },
      around,
    );
  }

  start(): void {
    this.#sender.start();
    this.#connection.open();
    this.#watch();
  }

  stop(): void {
    this.#cancel();
    this.#connection.close();
    this.#store.close();
  }

  order(order: FeedOrder): void {
    this.#sender.order(order);
  }

  #createData(): MarketData {
    // Differs between sessions that keep their numbers, also after a restart.
    const prefix = `c${this.#around.nowMs().toString(36)}`;
    return new MarketData(this.#plan.dialect, prefix, {
      quote: ({ symbol, bid, ask, timeMs }) => {
        this.#quotes += 1;
        this.#sender.quote({ instrumentId: symbol.instrumentId, bid, ask, timeMs, sequence: this.#quotes });
      },
      doubt: ({ instrumentId }) => this.#sender.doubt(instrumentId),
      fault: (fault, detail) => this.#fault(fault, detail),
    });
  }

  #begin(): void {
    [this.#quotes, this.#isSilent, this.#isRequestDue] = [0, false, false];
    this.#quotedMs = this.#around.monotonicMs();
    this.#request();
  }

  #request(): void {
    const session = this.#connection.session;
    if (session === null) return;
    this.#requestedMs = this.#around.monotonicMs();
    this.#isRequestDue = false;
    this.#isGapCovered = this.#isGapOpen;
    for (const fields of this.#data.subscribe()) this.#send(fields);
  }

  #send(fields: readonly FixField[]): void {
    this.#connection.session?.send(messageType.marketDataRequest, fields);
  }

  /** Lost quotes are not repeated: a new series begins with the answer to a new request. */
  #requestSoon(): void {
    this.#isRequestDue = true;
    this.#data.doubtAll();
    if (this.#around.monotonicMs() - this.#requestedMs >= requestEveryMs) this.#renew();
  }

  #renew(): void {
    this.#data.doubtAll();
    this.#sender.connected(true);
    this.#quotes = 0;
    this.#request();
  }

  /** Without a quote for the time that the file allows, prices are asked for again, and then on a new connection. */
  #watch(): void {
    this.#cancel = this.#around.schedule(() => {
      const nowMs = this.#around.monotonicMs();
      if (this.#connection.session !== null) {
        const silentMs = nowMs - this.#quotedMs;
        if (silentMs >= 2 * this.#plan.silenceMs)
          this.#connection.restart(`no quote came for ${2 * this.#plan.silenceMs} ms`);
        else if (silentMs >= this.#plan.silenceMs && !this.#isSilent) this.#silent();
        else if (this.#isRequestDue && nowMs - this.#requestedMs >= requestEveryMs) this.#renew();
      }
      this.#watch();
    }, checkEveryMs);
  }

  #silent(): void {
    this.#isSilent = true;
    this.#sender.count('silence');
    this.#renew();
  }

  #fault(fault: string, detail?: string): void {
    this.#sender.count(fault, 1, detail === undefined ? undefined : this.#shown(detail));
  }

  /** Returns a text of the venue for the log, short, without control characters and without the password. */
  #shown(text: string): string {
    const { password, username } = this.#plan.session;
    let shown = text.replace(/\p{Cc}/gu, ' ');
    for (const secret of [password, username, ...this.#plan.session.logonFields.map(([, value]) => value)])
      if (secret !== null && secret.length > 0) shown = shown.replaceAll(secret, '…');
    return shown.slice(0, detailMax);
  }
}
