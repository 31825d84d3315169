import { WatcherError } from '../../../ports/payment-watch.ts';
import type { Payment } from '../chain-scan.ts';
import type { CallNode } from '../json-rpc.ts';

const ledgerDecimals = 8;

/** Parses a quantity in the nodes' notation: `0x` and hex digits without leading zeros, `0x0` for zero. */
export function parseQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x(0|[1-9a-f][\da-f]{0,63})$/i.test(value))
    throw new WatcherError(`the node's ${what} is not a quantity`);
  return BigInt(value);
}

/** Parses a quantity that is a count or an index. */
export function parseCount(value: unknown, what: string): number {
  const count = parseQuantity(value, what);
  if (count > BigInt(Number.MAX_SAFE_INTEGER)) throw new WatcherError(`the node's ${what} is out of range`);
  return Number(count);
}

export function parseHash(value: unknown, what: string): string {
  if (typeof value !== 'string' || !/^0x[\da-f]{64}$/i.test(value))
    throw new WatcherError(`the node's ${what} is not a hash`);
  return value.toLowerCase();
}

/**
 * Converts a token amount to units of 10⁻⁸ of the token, rounded down to the smallest amount that can be posted
 * (R-FND-61).
 */
export function scaleAmount(units: bigint, decimals: number): bigint {
  return decimals <= ledgerDecimals
    ? units * 10n ** BigInt(ledgerDecimals - decimals)
    : units / 10n ** BigInt(decimals - ledgerDecimals);
}

export interface Receipt {
  /** False for a failed transaction, which is in its block but moved nothing. */
  readonly isDone: boolean;
  /** Index of its first log among those of the block. */
  readonly firstLog: number;
}

/** Reads the receipt of a transaction; throws if the transaction is now in another block. */
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

const coinDecimals = 18;

/** Finds payments of the chain's own coin to watched addresses in the transactions of a block. */
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
    // Without watched addresses, blocks are read with transaction hashes only.
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
