/** Division of integers by name, so that no rounding happens by accident. Every divisor must be positive. */

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

/** Rounds to the nearest integer, ties to the even one (banker's rounding), so that no side gains from ties. */
export function divHalfEven(numerator: bigint, denominator: bigint): bigint {
  const floor = divFloor(numerator, denominator);
  const twiceRest = (numerator - floor * denominator) * 2n;
  if (twiceRest < denominator) return floor;
  if (twiceRest > denominator) return floor + 1n;
  return floor % 2n === 0n ? floor : floor + 1n;
}

function assertPositive(denominator: bigint): void {
  if (denominator <= 0n) throw new RangeError(`Invariant: a divisor is positive, was ${denominator}`);
}
