/**
 * Set of whole numbers stored as ranges. Numbers are assigned in ascending order and mostly ended, so memory grows only
 * with the gaps.
 */
export class NumberRanges {
  /** First and last number of each range, ascending; ranges neither overlap nor touch. */
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];

  get rangeCount(): number {
    return this.#firsts.length;
  }

  /** Yields each range as its first and last number, ascending. */
  *ranges(): Generator<readonly [number, number]> {
    for (const [at, first] of this.#firsts.entries()) yield [first, this.#lasts[at] as number];
  }

  /** Adds a range above all present ones and not touching them; throws otherwise. */
  append(first: number, last: number): void {
    const end = this.#lasts.at(-1);
    if (last < first || (end !== undefined && first <= end + 1))
      throw new Error(`Invariant: range ${first} to ${last} follows ${end}`);
    this.#firsts.push(first);
    this.#lasts.push(last);
  }

  has(number: number): boolean {
    const at = this.#rangesUpTo(number) - 1;
    return at >= 0 && number <= (this.#lasts[at] as number);
  }

  add(number: number): void {
    if (this.has(number)) return;
    const at = this.#rangesUpTo(number);
    const followsBefore = this.#lasts[at - 1] === number - 1;
    const precedesNext = this.#firsts[at] === number + 1;
    if (followsBefore && precedesNext) {
      this.#firsts.splice(at, 1);
      this.#lasts.splice(at - 1, 1);
    } else if (followsBefore) this.#lasts[at - 1] = number;
    else if (precedesNext) this.#firsts[at] = number;
    else {
      this.#firsts.splice(at, 0, number);
      this.#lasts.splice(at, 0, number);
    }
  }

  /** Returns the number of ranges that begin at or before the number. */
  #rangesUpTo(number: number): number {
    let [low, high] = [0, this.#firsts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#firsts[middle] as number) <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
