import { type ObservedPayment, WatcherError } from '../../../ports/payment-watch.ts';
import type { Payment } from '../chain-scan.ts';
import { type CallNode, RpcError } from '../json-rpc.ts';
import { findPayments } from './transaction-outputs.ts';

/** Maximum transactions read at once; the others follow later or in their block. */
const readsMax = 500;
/** Maximum transactions remembered as read; a larger mempool is not followed. */
const knownMax = 500_000;
/** "No such mempool transaction": it has left meanwhile. */
const gone = -5;

const nothing: readonly Payment[] = [];

/** Payments in the mempool. Reads each transaction once; forgets those that left. */
export class Mempool {
  readonly #call: CallNode;
  readonly #network: string;
  readonly #currency: string;
  #known = new Map<string, readonly Payment[]>();

  constructor(call: CallNode, network: string, currency: string) {
    this.#call = call;
    this.#network = network;
    this.#currency = currency;
  }

  /** `isWhole`: true if all transactions of the mempool have been read. */
  async read(addresses: ReadonlySet<string>): Promise<{ observedPayments: ObservedPayment[]; isWhole: boolean }> {
    const ids = await this.#call('getrawmempool', []);
    if (!Array.isArray(ids)) throw new WatcherError("the node's mempool is not a list");
    if (ids.length > knownMax) return { observedPayments: [], isWhole: false };
    const known = new Map<string, readonly Payment[]>();
    let unread = 0;
    for (const id of ids as unknown[]) {
      if (typeof id !== 'string') throw new WatcherError("the node's mempool contains no ids");
      const payments = this.#known.get(id);
      if (payments !== undefined) known.set(id, payments);
      else if (unread < readsMax) {
        known.set(id, await this.#look(id, addresses));
        unread += 1;
      }
    }
    this.#known = known;
    const observedPayments = [...known.values()].flat().map((payment) => this.#toObservedPayment(payment));
    return { observedPayments, isWhole: known.size === ids.length };
  }

  async #look(id: string, addresses: ReadonlySet<string>): Promise<readonly Payment[]> {
    try {
      const transaction = await this.#call('getrawtransaction', [id, true]);
      const payments = findPayments(transaction, this.#network, this.#currency, addresses);
      return payments.length === 0 ? nothing : payments;
    } catch (error) {
      if (error instanceof RpcError && error.code === gone) return nothing;
      throw error;
    }
  }

  #toObservedPayment(payment: Payment): ObservedPayment {
    return { ...payment, network: this.#network, confirmations: 0, block: null };
  }
}
