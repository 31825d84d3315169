/** A word of the wire as the app writes it: `stop-out` for `stop_out`. */
export type Word<Wire extends string> = Wire extends `${infer Head}_${infer Tail}` ? `${Head}-${Word<Tail>}` : Wire;

export function toWord<Wire extends string>(word: Wire): Word<Wire> {
  return word.replaceAll('_', '-') as Word<Wire>;
}
