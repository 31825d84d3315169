import type { HedgeOrder } from '@candor/domain/hedging/hedge-records';
import type { CompanyId } from '@candor/domain/values/ids';
import type { HedgeProvider, ProviderTaker } from '../../../ports/hedging.ts';
import { FixConnection } from '../fix/fix-connection.ts';
import type { FixField, FixMessage } from '../fix/fix-message.ts';
import { FileSequenceStore } from '../fix/sequence-store.ts';
import type { Surroundings } from '../live/surroundings.ts';
import {
  cancelFields,
  orderFields,
  orderType,
  positionsFields,
  readCancelReject,
  readPositions,
  readReport,
  statusFields,
} from './order-messages.ts';
import type { ProviderPlan } from './provider-file.ts';

interface AwaitedPositions {
  readonly companyId: CompanyId;
  readonly byCode: Map<string, bigint>;
  count: number;
  total: number | null;
}

/**
 * A liquidity provider over FIX 4.4 (R-HDG-17), on the session of the price feeds: it never sends a message again, so that an order is
 * sent at most once. Whatever may have been lost, in either direction, is reported as a fault, after which the hedger asks.
 */
export class FixProvider implements HedgeProvider {
  readonly #plan: ProviderPlan;
  readonly #around: Surroundings & { nowMs(): number };
  readonly #store: FileSequenceStore;
  /** The newest request of each company whose answer is awaited. */
  readonly #awaited = new Map<string, AwaitedPositions>();
  /** Distinguishes requests of this run from those of an earlier one. */
  readonly #run: string;
  #requests = 0;
  #connection: FixConnection | null = null;
  #taker: ProviderTaker | null = null;

  constructor(plan: ProviderPlan, around: Surroundings & { nowMs(): number }) {
    this.#plan = plan;
    this.#around = around;
    this.#store = new FileSequenceStore(plan.storeFile);
    this.#run = around.nowMs().toString(36);
  }

  open(taker: ProviderTaker): void {
    this.#taker = taker;
    this.#connection = new FixConnection(
      this.#plan,
      this.#store,
      {
        loggedOn: () => {
          this.#awaited.clear();
          taker.loggedOn();
        },
        message: (message) => this.#take(message, taker),
        heard: () => undefined,
        gap: () => undefined,
        filled: (isWhole) => (isWhole ? undefined : taker.fault('messages of the provider are missing')),
        unheard: () => taker.fault('messages to the provider are missing'),
        fault: (fault, detail) => taker.fault(detail === undefined ? fault : `${fault}: ${detail}`),
        garbled: () => taker.fault('garbled bytes'),
        lost: (reason) => taker.lost(reason),
      },
      this.#around,
    );
    this.#connection.open();
  }

  send(order: HedgeOrder): void {
    this.#send(orderType.newOrder, orderFields(order, this.#plan, this.#around.nowMs()));
  }

  askStatus(order: HedgeOrder): void {
    this.#send(orderType.statusRequest, statusFields(order, this.#plan));
  }

  cancel(order: HedgeOrder): void {
    this.#send(orderType.cancelRequest, cancelFields(order, this.#plan, this.#around.nowMs()));
  }

  askPositions(companyId: CompanyId): void {
    // An answer to an earlier request may be of a position before later fills.
    for (const [earlier, { companyId: of }] of this.#awaited) if (of === companyId) this.#awaited.delete(earlier);
    this.#requests += 1;
    const requestId = `P${this.#run}-${this.#requests}`;
    this.#awaited.set(requestId, { companyId, byCode: new Map(), count: 0, total: null });
    this.#send(orderType.positionsRequest, positionsFields(requestId, companyId, this.#plan, this.#around.nowMs()));
  }

  close(): void {
    this.#connection?.close();
    this.#store.close();
  }

  #send(type: string, fields: readonly FixField[] | null): void {
    if (fields === null) this.#taker?.fault('an instrument or company is not configured any more');
    else this.#connection?.session?.send(type, fields);
  }

  #take(message: FixMessage, taker: ProviderTaker): void {
    switch (message.type) {
      case orderType.executionReport: {
        const report = readReport(message, this.#plan);
        if (report === null) taker.fault('an execution report cannot be read');
        else taker.report(report);
        return;
      }
      case orderType.cancelReject: {
        const orderId = readCancelReject(message);
        if (orderId !== null) taker.notCancelled(orderId);
        return;
      }
      case orderType.positionsAck:
      case orderType.positionReport:
        return this.#positions(message, taker);
      case orderType.businessReject:
        return taker.fault(`a message was refused: ${message.get(58) ?? 'no reason'}`);
      default:
    }
  }

  #positions(message: FixMessage, taker: ProviderTaker): void {
    const answer = readPositions(message, this.#plan);
    if (answer === null || answer.isRefused) return taker.fault('a position report cannot be read, or was refused');
    const awaited = this.#awaited.get(answer.requestId);
    if (awaited === undefined) return;
    awaited.total = answer.total ?? awaited.total;
    if (answer.position !== null) {
      const { code, unitsE8 } = answer.position;
      awaited.byCode.set(code, (awaited.byCode.get(code) ?? 0n) + unitsE8);
      awaited.count += 1;
    }
    if (awaited.total === null || awaited.count < awaited.total) return;
    this.#awaited.delete(answer.requestId);
    taker.positions(awaited.companyId, awaited.byCode);
  }
}
