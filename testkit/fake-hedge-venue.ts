import type { OrderReport } from '@candor/domain/hedging/decide-report';
import type { HedgeOrder } from '@candor/domain/hedging/hedge-records';
import type { CompanyId } from '@candor/domain/values/ids';
import type { HedgeProvider, ProviderTaker } from '../apps/server/src/ports/hedging.ts';

/** An order as the venue has it. */
interface VenueOrder {
  readonly order: HedgeOrder;
  readonly priceE8: bigint;
  cumE8: bigint;
  end: OrderReport['end'];
}

/** Faults of a venue: chances from 0 to 1. */
export interface VenueFaults {
  readonly reject: number;
  readonly partial: number;
  /** The same report once more (PossResend). */
  readonly again: number;
  /** A fill is taken back. */
  readonly bust: number;
}

const noFaults: VenueFaults = { reject: 0, partial: 0, again: 0, bust: 0 };

/**
 * A provider in memory. Messages of both directions wait until the test lets them arrive, in order; those of a connection that ends
 * are lost. Its orders, positions and cash outlive every connection, and are counted without any code of the product.
 */
export class FakeHedgeVenue {
  faults = noFaults;
  /** Orders that came twice under the same id. */
  duplicates = 0;
  readonly orders = new Map<string, VenueOrder>();
  /** Units × 10⁸ by "company/code". */
  readonly positions = new Map<string, bigint>();
  /** Money that the venue received less what it paid, and its fees, in 10⁻¹⁶ of the quote currency. */
  cashE16 = 0n;
  feesE16 = 0n;
  fills = 0;
  readonly feePerMillion = 25n;
  /** Price × 10⁸ of an order, by code and side. */
  priceOf: (order: HedgeOrder) => bigint = () => 110_000_000n;
  readonly #random: () => number;
  #link: { readonly taker: ProviderTaker; isOn: boolean } | null = null;
  #toVenue: (() => void)[] = [];
  #toHedger: ((taker: ProviderTaker) => void)[] = [];
  #execs = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Messages under way. */
  get waiting(): number {
    return this.#toVenue.length + this.#toHedger.length;
  }

  get isOn(): boolean {
    return this.#link?.isOn === true;
  }

  /** The side of one hedger; a later one takes its place. */
  provider(): HedgeProvider {
    let taker: ProviderTaker | null = null;
    const put = (work: () => void) => {
      if (this.#link !== null && this.#link.taker === taker && this.#link.isOn) this.#toVenue.push(work);
    };
    return {
      open: (given) => {
        taker = given;
        this.cut();
        this.#link = { taker: given, isOn: false };
      },
      send: (order) => put(() => this.#take(order)),
      askStatus: (order) => put(() => this.#tellStatus(order)),
      cancel: (order) => put(() => this.#tellStatus(order)),
      askPositions: (companyId) => put(() => this.#tellPositions(companyId)),
      close: () => {
        if (this.#link?.taker === taker) this.cut();
        if (this.#link?.taker === taker) this.#link = null;
      },
    };
  }

  /** Gives the hedger a report of the test's own. */
  tell(report: OrderReport): void {
    this.#link?.taker.report(report);
  }

  /** Logs the waiting hedger on. */
  logOn(): void {
    if (this.#link === null || this.#link.isOn) return;
    this.#link.isOn = true;
    this.#toHedger.push((taker) => taker.loggedOn());
  }

  /** Ends the connection; what is under way is lost. */
  cut(): void {
    this.#toVenue = [];
    this.#toHedger = [];
    if (this.#link?.isOn !== true) return;
    this.#link.isOn = false;
    this.#link.taker.lost('cut');
  }

  /** Lets the next message of one direction arrive. */
  deliver(to: 'venue' | 'hedger'): void {
    if (to === 'venue') this.#toVenue.shift()?.();
    else if (this.#link !== null) this.#toHedger.shift()?.(this.#link.taker);
  }

  #take(order: HedgeOrder): void {
    if (this.orders.has(order.orderId)) {
      this.duplicates += 1;
      return;
    }
    const known: VenueOrder = { order, priceE8: this.priceOf(order), cumE8: 0n, end: null };
    this.orders.set(order.orderId, known);
    if (this.#random() < this.faults.reject) {
      known.end = 'rejected';
      this.#tell(known, 'report', null);
      return;
    }
    this.#tell(known, 'report', null);
    if (this.#random() < this.faults.partial) {
      const part = (order.unitsE8 * BigInt(Math.floor(this.#random() * 90))) / 100n;
      const whole = part - (part % 100_000_000n);
      known.end = 'cancelled';
      if (whole > 0n) this.#fill(known, whole);
      else this.#tell(known, 'report', null);
    } else {
      const half = order.unitsE8 / 2n;
      if (half > 0n && this.#random() < 0.3) this.#fill(known, half);
      known.end = 'filled';
      this.#fill(known, order.unitsE8 - known.cumE8);
    }
  }

  #fill(known: VenueOrder, unitsE8: bigint): void {
    this.#book(known, unitsE8, 1n);
    this.fills += 1;
    const report = this.#tell(known, 'report', { unitsE8, priceE8: known.priceE8 });
    if (this.#random() < this.faults.again) this.#toHedger.push((taker) => taker.report(report));
    if (this.#random() >= this.faults.bust || known.end === null) return;
    this.#book(known, unitsE8, -1n);
    this.fills -= 1;
    const bust: OrderReport = { ...report, ...this.#about(known), about: 'bust', bustedExecId: report.execId };
    for (const one of [bust, bust]) this.#toHedger.push((taker) => taker.report(one));
  }

  #book(known: VenueOrder, unitsE8: bigint, sign: bigint): void {
    const { order, priceE8 } = known;
    const place = `${order.companyId}/${order.code}`;
    const bought = order.side === 'buy' ? sign : -sign;
    known.cumE8 += sign * unitsE8;
    this.positions.set(place, (this.positions.get(place) ?? 0n) + bought * unitsE8);
    this.cashE16 += bought * unitsE8 * priceE8;
    this.feesE16 += sign * this.#feeOf(unitsE8 * priceE8);
  }

  #feeOf(valueE16: bigint): bigint {
    return (valueE16 * this.feePerMillion) / 1_000_000n;
  }

  #about(known: VenueOrder) {
    this.#execs += 1;
    const { cumE8, end, priceE8, order } = known;
    const averageE8 = cumE8 > 0n ? priceE8 : null;
    return { orderId: order.orderId, execId: `E${this.#execs}`, cumE8, end, averageE8, text: '' };
  }

  #tell(known: VenueOrder, about: OrderReport['about'], last: OrderReport['last']): OrderReport {
    const feeE16 = last === null ? null : this.#feeOf(last.unitsE8 * last.priceE8);
    const report = { ...this.#about(known), about, last, feeE16, bustedExecId: null };
    this.#toHedger.push((taker) => taker.report(report));
    return report;
  }

  #tellStatus(order: HedgeOrder): void {
    const known = this.orders.get(order.orderId);
    if (known !== undefined) this.#tell(known, 'status', null);
    else this.#tell({ order, priceE8: 0n, cumE8: 0n, end: 'unknown' }, 'status', null);
  }

  #tellPositions(companyId: CompanyId): void {
    const byCode = new Map<string, bigint>();
    for (const [place, unitsE8] of this.positions) {
      const [company, code = ''] = place.split('/');
      if (Number(company) === companyId && unitsE8 !== 0n) byCode.set(code, unitsE8);
    }
    this.#toHedger.push((taker) => taker.positions(companyId, byCode));
  }
}
