import { parseDecimal } from '@candor/domain/values/decimal';
import { WatcherError } from '../../../ports/payment-watch.ts';
import type { Payment } from '../chain-scan.ts';

/** Lower-cases Bech32 addresses, which are case-insensitive; older formats are not. */
export function toComparable(address: string): string {
  return /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;
}

const coinDecimals = 8;

/**
 * Quotes the number of every `"value"`, so that parsing keeps its digits instead of making it a float. Quotes inside
 * texts are escaped, so that no text can match.
 */
export function quoteAmounts(json: string): string {
  return json.replace(/"value"\s*:\s*(-?[\d.eE+-]+)/g, '"value":"$1"');
}

/** Parses an amount kept by `quoteAmounts` into satoshis; refuses exponents and digits beyond the eighth (R-FND-61). */
export function parseAmount(value: unknown): bigint {
  const amount = typeof value === 'string' ? parseDecimal(value, coinDecimals) : null;
  if (amount === null || amount < 0n) throw new WatcherError("the node's amount is malformed");
  return amount;
}

/** A transaction as nodes return it; nodes before version 22 list an output's addresses. */
interface Transaction {
  readonly txid: unknown;
  readonly vout: unknown;
}
interface Output {
  readonly value: unknown;
  readonly n: unknown;
  readonly scriptPubKey?: { readonly address?: unknown; readonly addresses?: readonly unknown[] };
}

/** Finds the outputs of a transaction that pay to watched addresses. */
export function findPayments(
  transaction: unknown,
  network: string,
  currency: string,
  addresses: ReadonlySet<string>,
): Payment[] {
  const { txid, vout } = (transaction ?? {}) as Partial<Transaction>;
  if (typeof txid !== 'string' || !/^[\da-f]{64}$/.test(txid) || !Array.isArray(vout))
    throw new WatcherError("the node's transaction is malformed");
  return (vout as Output[]).flatMap((output) => {
    const address = addressOf(output);
    if (address === null || !addresses.has(address)) return [];
    if (!Number.isSafeInteger(output.n)) throw new WatcherError("the node's output has no number");
    const amount = parseAmount(output.value);
    const externalId = `${network}:${txid}:${String(output.n)}`;
    return amount === 0n ? [] : [{ externalId, transaction: txid, address, currency, amount }];
  });
}

/** Returns null for an output without a single address, e.g. a script or a shared address. */
function addressOf({ scriptPubKey }: Output): string | null {
  const { address, addresses } = scriptPubKey ?? {};
  const only = address ?? (addresses?.length === 1 ? addresses[0] : null);
  return typeof only === 'string' ? toComparable(only) : null;
}
