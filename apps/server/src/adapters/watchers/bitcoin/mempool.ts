import { type ObservedPayment, WatcherError } from '../../../ports/payment-watch.ts';
import type { Payment } from '../chain-scan.ts';
import { type CallNode, RpcError } from '../json-rpc.ts';
import { findPayments } from './transaction-outputs.ts';

/** Transactions looked at in one read: the rest is looked at in the next ones, or in its block. */
const readsMax = 500;
/** Transactions remembered as looked at; beyond it the mempool is not followed. */
const knownMax = 500_000;
/** "No such mempool transaction": it has gone meanwhile. */
const gone = -5;

const nothing: readonly Payment[] = [];

/** Payments that wait for a block. Each transaction is read once; what left the mempool is forgotten. */
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

  /** `isWhole` tells whether all that waits was looked at. */
  async read(addresses: ReadonlySet<string>): Promise<{ sightings: ObservedPayment[]; isWhole: boolean }> {
    const ids = await this.#call('getrawmempool', []);
    if (!Array.isArray(ids)) throw new WatcherError("the node's mempool is no list");
    if (ids.length > knownMax) return { sightings: [], isWhole: false };
    const known = new Map<string, readonly Payment[]>();
    let unread = 0;
    for (const id of ids as unknown[]) {
      if (typeof id !== 'string') throw new WatcherError("the node's mempool holds no ids");
      const payments = this.#known.get(id);
      if (payments !== undefined) known.set(id, payments);
      else if (unread < readsMax) {
        known.set(id, await this.#look(id, addresses));
        unread += 1;
      }
    }
    this.#known = known;
    const sightings = [...known.values()].flat().map((payment) => this.#toSighting(payment));
    return { sightings, isWhole: known.size === ids.length };
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

  #toSighting(payment: Payment): ObservedPayment {
    return { ...payment, network: this.#network, confirmations: 0, block: null };
  }
}
