import { WatcherError } from '../../../ports/payment-watch.ts';
import type { CallNode } from '../json-rpc.ts';
import { parseCount, parseHash, parseQuantity } from './evm-values.ts';

export interface Receipt {
  /** A transaction that failed is in its block all the same, and moved nothing. */
  readonly isDone: boolean;
  /** Where its first log stands among those of the block. */
  readonly firstLog: number;
}

/** What became of a transaction, in the block that is being read and no other. */
export async function readReceipt(call: CallNode, transaction: string, blockHash: string): Promise<Receipt> {
  const receipt = (await call('eth_getTransactionReceipt', [transaction])) as {
    readonly blockHash: unknown;
    readonly status: unknown;
    readonly logs: readonly { readonly logIndex: unknown }[];
  } | null;
  if (receipt === null || parseHash(receipt.blockHash, 'receipt') !== blockHash || !Array.isArray(receipt.logs))
    throw new WatcherError('the chain changed while it was read');
  const [first] = receipt.logs;
  return {
    isDone: parseQuantity(receipt.status, 'receipt status') === 1n,
    firstLog: first === undefined ? 0 : parseCount(first.logIndex, 'log index'),
  };
}
