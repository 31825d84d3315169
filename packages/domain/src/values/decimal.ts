/** Integer division with explicit rounding. Every divisor must be positive. */

export function divFloor(numerator: bigint, denominator: bigint): bigint {
  assertPositive(denominator);
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

export function divCeil(numerator: bigint, denominator: bigint): bigint {
  assertPositive(denominator);
  const quotient = numerator / denominator;
  return numerator % denominator > 0n ? quotient + 1n : quotient;
}

/** Divides and rounds to the nearest integer, ties to even (banker's rounding), so that ties favour no side. */
export function divHalfEven(numerator: bigint, denominator: bigint): bigint {
  assertPositive(denominator);
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n) return quotient;
  const twiceRest = 2n * (rest < 0n ? -rest : rest);
  if (twiceRest < denominator || (twiceRest === denominator && quotient % 2n === 0n)) return quotient;
  return rest < 0n ? quotient - 1n : quotient + 1n;
}

/**
 * Returns `one × other ÷ denominator` rounded as by `divHalfEven`, from safe integers, which cost a fifth of big ones.
 * Null if a product may not be exact; the caller then uses big integers.
 */
export function mulDivHalfEven(one: number, other: number, denominator: number): number | null {
  const numerator = one * other;
  if (!(denominator > 0 && Math.abs(numerator) + denominator <= Number.MAX_SAFE_INTEGER)) return null;
  // Exact: below 2^53 a fraction is further from the next integer than the division rounds.
  const quotient = Math.floor(numerator / denominator);
  const twiceRest = 2 * (numerator - quotient * denominator);
  const isUp = twiceRest > denominator || (twiceRest === denominator && quotient % 2 !== 0);
  return isUp ? quotient + 1 : quotient;
}

function assertPositive(denominator: bigint): void {
  if (denominator <= 0n) throw new RangeError(`Invariant: a divisor is positive, was ${denominator}`);
}

/** Exact positive fraction, e.g. a conversion rate. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ratioOne: Ratio = { numerator: 1n, denominator: 1n };

/** Number format of the wire: plain decimals, without exponent, plus sign or leading zeros (R-WIRE-06). */
const decimalPattern = /^(-?)(0|[1-9]\d{0,14})(?:\.(\d{1,8}))?$/;

const powersOfTen: readonly bigint[] = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

/** Returns 10 to the power of `exponent`, 0 ≤ exponent < 40. */
export function powerOfTen(exponent: number): bigint {
  const power = powersOfTen[exponent];
  if (power === undefined) throw new RangeError(`Invariant: an exponent lies in 0…39, was ${exponent}`);
  return power;
}

/**
 * Parses a decimal text into an integer scaled by 10^scale, exactly. Returns null if it is not a plain decimal, has
 * more digits than the scale, or is "-0".
 */
export function parseDecimal(text: string, scale: number): bigint | null {
  const match = decimalPattern.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > scale) return null;
  const magnitude = BigInt(whole) * powerOfTen(scale) + BigInt(significant.padEnd(scale, '0') || '0');
  if (sign === '-' && magnitude === 0n) return null;
  return sign === '-' ? -magnitude : magnitude;
}

/** Formats an integer scaled by 10^scale as a plain decimal with exactly `scale` decimals. */
export function formatDecimal(value: bigint, scale: number): string {
  const magnitude = value < 0n ? -value : value;
  const digits = magnitude.toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
  return value < 0n ? `-${text}` : text;
}

/** Changes the scale of a scaled integer; dropping digits rounds half-even. */
export function rescale(value: bigint, fromScale: number, toScale: number): bigint {
  if (toScale >= fromScale) return value * powerOfTen(toScale - fromScale);
  return divHalfEven(value, powerOfTen(fromScale - toScale));
}
