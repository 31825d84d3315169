import { parseDecimal } from '@candor/domain/values/decimal';
import type { ProviderPlan } from './provider-file.ts';

const scale = 8;

/** The provider's names and units. */
export type Dialect = Pick<ProviderPlan, 'accounts' | 'instruments' | 'quantity' | 'orderFields'>;

/** Parses a decimal that may have more zeros than the scale; `isRounded` cuts further digits off, as averages have. */
export function readE8(given: string | undefined, isRounded = false): bigint | null {
  if (given === undefined) return null;
  const cut = isRounded ? given.replace(/(\.\d{8})\d+$/, '$1') : given.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return parseDecimal(cut.replace(/^(-?)0+(?=\d)/, '$1'), scale);
}

/** Units × 10⁸ of a quantity. */
export function unitsOf(given: string | undefined, plan: Dialect, code: string | null): bigint | null {
  const quantityE8 = readE8(given);
  if (quantityE8 === null || plan.quantity === 'units') return quantityE8;
  const unitsPerLot = code === null ? undefined : plan.instruments.get(code)?.spec.unitsPerLot;
  return unitsPerLot === undefined ? null : quantityE8 * BigInt(unitsPerLot);
}

/** Returns the catalogue's code of a provider's symbol; null if it is not configured. */
export function codeOf(symbol: string | undefined, { instruments }: Dialect): string | null {
  for (const [code, one] of instruments) if (one.symbol === symbol) return code;
  return null;
}
