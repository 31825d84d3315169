export interface Check {
  /** Null: there was nothing to check it by. */
  readonly ok: boolean | null;
  readonly text: string;
  /** True for a stop-out that its rule and the receipt's own figures do not justify. */
  readonly isUnjustified?: boolean;
  /** True for a failure that another key explains. */
  readonly isKey?: boolean;
  /** True for a figure that is stated and that nobody can calculate from this receipt. */
  readonly isStated?: boolean;
  /** Figures for a reader: the calculated one, the stated one, and the calculation. */
  readonly expected?: string;
  readonly found?: string;
  readonly from?: string;
  /** True if only the receipts of the same stop-out, together, explain it; then a check of theirs is `about` it. */
  readonly isFurther?: boolean;
  readonly about?: string;
  /** Part of the page that shows it. */
  readonly group?: string;
}

/**
 * Every check of each receipt, then those of several together. What is given is untrusted. With `isWhole` they must be
 * all of their accounts, from the first on.
 */
export function checkReceipts(
  signed: readonly { readonly text: string }[],
  keys: readonly unknown[] | null,
  options?: { readonly isWhole?: boolean; readonly logKey?: unknown; readonly policy?: unknown },
): { readonly title: string; readonly checks: readonly Check[] }[];
