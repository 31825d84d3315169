import { create } from 'zustand';

/** Pending order that is being written in the ticket, as far as the chart draws it. */
export interface PendingDraft {
  readonly instrumentId: number;
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  /** Name and lots, e.g. "Buy limit 0.20". */
  readonly text: string;
  /** Changes the target price in the ticket. */
  readonly set: (ticks: number) => void;
}

/** The draft on screen; null if no pending order is being written (R-CHT-04). */
export const usePendingDraft = create<{ readonly draft: PendingDraft | null }>()(() => ({ draft: null }));
