import type { CompanyId, Currency, Side } from '../values/ids.ts';
import type { Money } from '../values/money.ts';
import type { HedgeRule } from './hedge-rules.ts';

/** Number that names an order at the provider (ClOrdID), made from the hedger's journal. */
export type HedgeOrderId = string & { readonly __brand: 'HedgeOrderId' };

/** Order of a company for the provider. Units are those of the base currency × 10⁸, prices × 10⁸. */
export interface HedgeOrder {
  readonly orderId: HedgeOrderId;
  readonly companyId: CompanyId;
  /** Code of the catalogue. */
  readonly code: string;
  /** Quote currency, in which values and fees arise. */
  readonly currency: Currency;
  readonly side: Side;
  readonly unitsE8: bigint;
  /** Worst price of a limit order; null at the market. */
  readonly limitE8: bigint | null;
}

/** Rules that came into force for a company, with their number. */
export interface RulesTaken {
  readonly kind: 'rules';
  readonly companyId: CompanyId;
  readonly version: number;
  readonly rules: readonly HedgeRule[];
}

/** Clients' journal of a shard was followed up to an entry, with what real clients won (above zero) or paid on the way. */
export interface ClientsFollowed {
  readonly kind: 'clients';
  readonly shard: number;
  readonly seq: number;
  readonly results: readonly {
    readonly companyId: CompanyId;
    readonly currency: Currency;
    readonly amount: Money;
  }[];
}

/** An order was decided; it may be sent once this is stored. */
export interface OrderMade extends HedgeOrder {
  readonly kind: 'order';
  readonly atMs: number;
}

/** A fill: value is units × price, in 10⁻¹⁶ of the quote currency, above zero, as is a fee that the house pays. */
export interface FillBooked {
  readonly kind: 'fill';
  readonly orderId: HedgeOrderId;
  readonly execId: string;
  readonly unitsE8: bigint;
  readonly valueE16: bigint;
  readonly feeE16: bigint;
}

/** The provider took a fill back. */
export interface FillBusted {
  readonly kind: 'bust';
  readonly orderId: HedgeOrderId;
  /** Fill that is taken back. */
  readonly execId: string;
}

/** Reason why an order is over: `never-arrived` if the provider does not know it. */
export type OrderEnd = 'filled' | 'cancelled' | 'rejected' | 'expired' | 'never-arrived';

export interface OrderEnded {
  readonly kind: 'ended';
  readonly orderId: HedgeOrderId;
  readonly reason: OrderEnd;
  readonly text: string;
}

/** The provider's position differs from the booked one; nothing is sent in the instrument until they agree. */
export interface BreakFound {
  readonly kind: 'break';
  readonly companyId: CompanyId;
  readonly code: string;
  readonly oursE8: bigint;
  readonly theirsE8: bigint;
}

export interface BreakClosed {
  readonly kind: 'break-closed';
  readonly companyId: CompanyId;
  readonly code: string;
}

/** Entry of the hedger's journal. */
export type HedgeRecord =
  | RulesTaken
  | ClientsFollowed
  | OrderMade
  | FillBooked
  | FillBusted
  | OrderEnded
  | BreakFound
  | BreakClosed;
