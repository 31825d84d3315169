/**
 * Set of whole numbers, kept as the ranges that they fill: numbers given in ascending order and mostly released take
 * room for what lies between the released ones alone.
 */
export class NumberRanges {
  /** First and last number of each range, ascending; no range touches the next one. */
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

  /** How many ranges begin at the number or before it. */
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
