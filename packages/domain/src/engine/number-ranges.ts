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
