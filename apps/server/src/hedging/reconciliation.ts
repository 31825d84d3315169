import type { OrderReport } from '@candor/domain/hedging/decide-report';
import type { HedgeOrderId, HedgeRecord } from '@candor/domain/hedging/hedge-records';
import { type HedgePlace, type HedgeState, placeOf } from '@candor/domain/hedging/hedge-state';
import type { CompanyId } from '@candor/domain/values/ids';
import type { HedgeProvider } from '../ports/hedging.ts';

/**
 * Finds out what is true at the provider: the end of every order that has none, then the positions of every company (R-HDG-11).
 * An order that the provider does not know never arrived: the question was sent after it, in the same order of messages.
 */
export class Reconciliation {
  readonly #state: HedgeState;
  readonly #provider: Pick<HedgeProvider, 'askStatus' | 'cancel' | 'askPositions'>;
  readonly #companies: ReadonlySet<CompanyId>;
  readonly #asked = new Set<HedgeOrderId>();
  readonly #unknown = new Set<HedgeOrderId>();
  /** Companies whose positions are awaited; null while orders are. */
  #awaited: Set<CompanyId> | null = null;

  constructor(
    state: HedgeState,
    provider: Pick<HedgeProvider, 'askStatus' | 'cancel' | 'askPositions'>,
    companies: ReadonlySet<CompanyId>,
  ) {
    this.#state = state;
    this.#provider = provider;
    this.#companies = companies;
  }

  /** Asks, from the beginning. */
  begin(): void {
    this.#asked.clear();
    this.#unknown.clear();
    this.#awaited = null;
    for (const order of this.#state.working.values()) {
      this.#asked.add(order.orderId);
      this.#provider.askStatus(order);
    }
    this.#askPositions();
  }

  /** Notes a report, whose entries are stored. What still works at the provider is cancelled. */
  answered({ orderId, about, end }: OrderReport): void {
    if (!this.#asked.has(orderId)) return;
    const order = this.#state.working.get(orderId);
    if (order === undefined) this.#asked.delete(orderId);
    else if (end === 'unknown') {
      this.#asked.delete(orderId);
      this.#unknown.add(orderId);
    } else if (about === 'status') this.#provider.cancel(order);
    this.#askPositions();
  }

  #askPositions(): void {
    if (this.#asked.size > 0 || this.#awaited !== null) return;
    this.#awaited = new Set(this.#companies);
    for (const companyId of this.#companies) this.#provider.askPositions(companyId);
  }

  /** Compares the positions of a company with the booked ones. Null if they were not asked for. */
  compare(
    companyId: CompanyId,
    byCode: ReadonlyMap<string, bigint>,
  ): { readonly records: readonly HedgeRecord[]; readonly isDone: boolean } | null {
    if (this.#awaited?.delete(companyId) !== true) return null;
    const isDone = this.#awaited.size === 0;
    const records = [...this.#placesOf(companyId, byCode)].flatMap((code) =>
      this.#differenceIn(companyId, code, byCode),
    );
    return { records: isDone ? [...this.#neverArrived(), ...records] : records, isDone };
  }

  #neverArrived(): HedgeRecord[] {
    return [...this.#unknown].flatMap((orderId) =>
      this.#state.working.has(orderId)
        ? [{ kind: 'ended', orderId, reason: 'never-arrived', text: 'the provider does not know it' } as const]
        : [],
    );
  }

  #placesOf(companyId: CompanyId, byCode: ReadonlyMap<string, bigint>): Set<string> {
    const codes = new Set(byCode.keys());
    for (const places of [this.#state.positions, this.#state.breaks])
      for (const place of places.keys()) {
        const [company, code = ''] = place.split('/');
        if (Number(company) === companyId) codes.add(code);
      }
    return codes;
  }

  #differenceIn(companyId: CompanyId, code: string, byCode: ReadonlyMap<string, bigint>): HedgeRecord[] {
    const place: HedgePlace = placeOf({ companyId, code });
    const [oursE8, theirsE8] = [this.#state.positions.get(place) ?? 0n, byCode.get(code) ?? 0n];
    const known = this.#state.breaks.get(place);
    if (oursE8 === theirsE8) return known === undefined ? [] : [{ kind: 'break-closed', companyId, code }];
    if (known?.oursE8 === oursE8 && known.theirsE8 === theirsE8) return [];
    return [{ kind: 'break', companyId, code, oursE8, theirsE8 }];
  }
}
