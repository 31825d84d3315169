/** Follows a log entry by entry for receipts with their places; returns their findings at the end. */
export class RuleWatch {
  constructor(places: readonly { readonly index: number; readonly receipt: object }[]);
  take(index: number, entry: Uint8Array): void;
  findings(): { readonly id: string; readonly ok: boolean | null; readonly text: string }[];
}
