export interface Check {
  /** Null: there was nothing to check it by. */
  readonly ok: boolean | null;
  readonly text: string;
  /** True for a stop-out that its rule and the receipt's own figures do not justify. */
  readonly isUnjustified?: boolean;
}

/**
 * Every check of each receipt, then those of several together. What is given is untrusted. With `isWhole` they must be
 * all of their accounts, from the first on.
 */
export function checkReceipts(
  signed: readonly { readonly text: string }[],
  keys: readonly unknown[],
  options?: { readonly isWhole?: boolean; readonly logKey?: unknown },
): { readonly title: string; readonly checks: readonly Check[] }[];
