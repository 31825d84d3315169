// Exact fractions of big integers: { over, under } with `under` above zero. Amounts never use floats.

export function decimal(text) {
  const match = typeof text === 'string' ? /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) : null;
  if (match === null) throw new Error(`"${text}" is no plain decimal`);
  const [, sign, whole, digits = ''] = match;
  const over = BigInt(whole + digits);
  return { over: sign === '-' ? -over : over, under: 10n ** BigInt(digits.length) };
}

export function whole(value) {
  return { over: BigInt(value), under: 1n };
}

export function times(...factors) {
  return factors.reduce((a, b) => ({ over: a.over * b.over, under: a.under * b.under }));
}

export function plus(a, b) {
  if (a.under === b.under) return { over: a.over + b.over, under: a.under };
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
}

export function minus(a, b) {
  return plus(a, { over: -b.over, under: b.under });
}

export function inverse({ over, under }) {
  if (over <= 0n) throw new Error('a divisor must be above zero');
  return { over: under, under: over };
}

/** Figures of a check for a reader: the calculated one, the stated one, and the calculation. */
export function figures(expected, found, from) {
  return from === undefined ? { expected, found } : { expected, found, from };
}

/** Returns −1, 0 or 1. */
export function compare(a, b) {
  const { over } = minus(a, b);
  return over < 0n ? -1 : over > 0n ? 1 : 0;
}

/** Rounds up to six decimals. */
export function upAt6(value) {
  const { over, under } = times(value, whole(1_000_000));
  const floor = floorOf(over, under);
  return micros(floor * under === over ? floor : floor + 1n);
}

/** Rounds down to six decimals, also below zero. */
export function downAt6(value) {
  const { over, under } = times(value, whole(1_000_000));
  return micros(floorOf(over, under));
}

/** Rounds to the nearest at six decimals, ties to even. */
export function evenAt6(value) {
  const { over, under } = times(value, whole(1_000_000));
  const floor = floorOf(over, under);
  const twice = (over - floor * under) * 2n;
  const isUp = twice > under || (twice === under && floor % 2n !== 0n);
  return micros(isUp ? floor + 1n : floor);
}

function floorOf(over, under) {
  const quotient = over / under;
  return over < 0n && quotient * under !== over ? quotient - 1n : quotient;
}

function micros(value) {
  const digits = (value < 0n ? -value : value).toString().padStart(7, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
