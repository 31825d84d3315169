import { create } from 'zustand';

/** Alert that the open form is about. */
export interface AlertDraft {
  /** Null until an instrument is chosen. */
  readonly instrumentId: number | null;
  /** Level to begin with, in ticks; left out for one beside the price. */
  readonly level?: number;
}

/** Draft of the form above the trade page; null while it is closed. */
export const useAlertForm = create<{ readonly draft: AlertDraft | null }>()(() => ({ draft: null }));

/** Opens the form of a new alert above the trade page, as from its bell or from a place on the chart's axis. */
export function openAlertForm(draft: AlertDraft): void {
  useAlertForm.setState({ draft });
}

export function closeAlertForm(): void {
  useAlertForm.setState({ draft: null });
}
