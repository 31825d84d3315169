interface Offered {
  readonly id: number;
  readonly currency_code: string;
}

/**
 * The chosen way to pay as it stands now. A rate that has changed makes another way of it under a number of its own, so
 * it is found again by where it is paid to; nobody's choice turns into another coin under his hands. Null once it is
 * offered no more.
 */
export function findChosen<Option extends Offered>(
  options: readonly Option[],
  chosen: Option,
  placeOf: (option: Option) => string,
): Option | null {
  const isSame = (one: Option) => one.currency_code === chosen.currency_code && placeOf(one) === placeOf(chosen);
  return options.find(({ id }) => id === chosen.id) ?? options.find(isSame) ?? null;
}
