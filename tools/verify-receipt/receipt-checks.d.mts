export interface Check {
  /** Null: there was nothing to check it by. */
  readonly ok: boolean | null;
  readonly text: string;
}

/** Every check of each receipt, then those of several together. What is given is untrusted. */
export function checkReceipts(
  signed: readonly { readonly text: string }[],
  keys: readonly unknown[],
): { readonly title: string; readonly checks: readonly Check[] }[];
