/** An exact positive fraction, such as a conversion rate. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ratioOne: Ratio = { numerator: 1n, denominator: 1n };
