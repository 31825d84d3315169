import { WatcherError } from '../../../ports/payment-watch.ts';
import type { Payment } from '../chain-scan.ts';
import type { CallNode } from '../json-rpc.ts';
import { readReceipt } from './evm-receipt.ts';
import { parseHash, parseQuantity, scaleAmount } from './evm-values.ts';

const coinDecimals = 18;

/** What the transactions of a block send of the chain's own coin to watched addresses. */
export async function findCoinPayments(
  call: CallNode,
  network: string,
  coin: string,
  block: { readonly hash: string; readonly transactions: unknown },
  addresses: ReadonlySet<string>,
): Promise<Payment[]> {
  if (!Array.isArray(block.transactions)) throw new WatcherError("the node's block has no transactions");
  const payments: Payment[] = [];
  for (const entry of block.transactions as unknown[]) {
    // Where nobody is watched for, blocks are read with hashes alone.
    if (typeof entry !== 'object' || entry === null) continue;
    const { to, value, hash } = entry as { to?: unknown; value?: unknown; hash?: unknown };
    const address = typeof to === 'string' ? to.toLowerCase() : '';
    if (!addresses.has(address)) continue;
    const amount = scaleAmount(parseQuantity(value, 'value'), coinDecimals);
    if (amount === 0n) continue;
    const transaction = parseHash(hash, 'transaction hash');
    const { isDone } = await readReceipt(call, transaction, block.hash);
    if (isDone)
      payments.push({ externalId: `${network}:${transaction}:coin`, transaction, address, currency: coin, amount });
  }
  return payments;
}
