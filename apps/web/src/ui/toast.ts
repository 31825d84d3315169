import { create } from 'zustand';
import type { IconName } from './Icon.tsx';

export type ToastKind = 'ok' | 'warn' | 'bad';

export interface ToastMessage {
  readonly key: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly icon: IconName;
  /** Figures of the act, below the text. */
  readonly detail?: string | undefined;
  readonly action?: ToastAction | undefined;
  /** Display time in ms, if it is not that of its length. */
  readonly ms?: number;
}

/** Button of a toast, which goes when it is pressed. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

const icons: Readonly<Record<ToastKind, IconName>> = { ok: 'okay', warn: 'warn', bad: 'warn' };
let nextKey = 1;

/** The current toast: a new message replaces the old one (DESIGN 4). */
export const useToast = create<{ readonly message: ToastMessage | null }>()(() => ({ message: null }));

export function showToast(
  kind: ToastKind,
  text: string,
  icon: IconName = icons[kind],
  more: Pick<ToastMessage, 'detail' | 'action' | 'ms'> = {},
): void {
  if (text === '') return;
  useToast.setState({ message: { key: nextKey, kind, text, icon, ...more } });
  nextKey += 1;
}

/** Removes the current toast, which is about a step that the user has left. */
export function hideToast(): void {
  useToast.setState({ message: null });
}

/** Display time in ms; a text of two lines gets more, and one with a button most. */
export function toastMs({
  text,
  detail = '',
  action,
  ms,
}: Pick<ToastMessage, 'text' | 'detail' | 'action' | 'ms'>): number {
  if (ms !== undefined) return ms;
  if (action !== undefined) return 7_000;
  return text.length + detail.length > 34 ? 5_000 : 3_000;
}
