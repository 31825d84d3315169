/** Rows that are worked on in one turn of the trading thread: a small part of 5 ms, whatever of ours a row is (R-SEC-33). */
export const sliceRows = 100;

/** Lets orders through between two slices of a long list. */
export async function forEachInSlices<Row>(rows: Iterable<Row>, take: (row: Row) => void): Promise<void> {
  let taken = 0;
  for (const row of rows) {
    if (taken === sliceRows) {
      await new Promise((resolve) => setImmediate(resolve));
      taken = 0;
    }
    take(row);
    taken += 1;
  }
}

export async function mapInSlices<Row, Made>(rows: Iterable<Row>, make: (row: Row) => Made): Promise<Made[]> {
  const made: Made[] = [];
  await forEachInSlices(rows, (row) => made.push(make(row)));
  return made;
}
