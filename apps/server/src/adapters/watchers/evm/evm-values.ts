import { WatcherError } from '../../../ports/payment-watch.ts';

const coinDecimals = 8;

/** A quantity as nodes write it: `0x` and hex digits without leading zeros, `0x0` for none. */
export function parseQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x(0|[1-9a-f][\da-f]{0,63})$/i.test(value))
    throw new WatcherError(`the node's ${what} is no quantity`);
  return BigInt(value);
}

/** A quantity that counts something: blocks, places. */
export function parseCount(value: unknown, what: string): number {
  const count = parseQuantity(value, what);
  if (count > BigInt(Number.MAX_SAFE_INTEGER)) throw new WatcherError(`the node's ${what} is out of range`);
  return Number(count);
}

export function parseHash(value: unknown, what: string): string {
  if (typeof value !== 'string' || !/^0x[\da-f]{64}$/i.test(value))
    throw new WatcherError(`the node's ${what} is no hash`);
  return value.toLowerCase();
}

/** Amounts of a token in units of 10⁻⁸ of it, rounded down: what is smaller cannot be posted and is left out (R-FND-61). */
export function scaleAmount(units: bigint, decimals: number): bigint {
  return decimals <= coinDecimals
    ? units * 10n ** BigInt(coinDecimals - decimals)
    : units / 10n ** BigInt(decimals - coinDecimals);
}
