interface Offered {
  readonly id: number;
  readonly currency_code: string;
}

/**
 * Returns the chosen deposit method as it is offered now. A changed rate gives a method another id, so it is matched by
 * its destination; the choice never changes to another coin. Null if it is no longer offered.
 */
export function findChosen<Option extends Offered>(
  options: readonly Option[],
  chosen: Option,
  placeOf: (option: Option) => string,
): Option | null {
  const isSame = (one: Option) => one.currency_code === chosen.currency_code && placeOf(one) === placeOf(chosen);
  return options.find(({ id }) => id === chosen.id) ?? options.find(isSame) ?? null;
}
