import { create } from 'zustand';
import type { IconName } from './Icon.tsx';

export type ToastKind = 'ok' | 'warn' | 'bad';

export interface ToastMessage {
  readonly key: number;
  readonly kind: ToastKind;
  readonly text: string;
  readonly icon: IconName;
}

const icons: Readonly<Record<ToastKind, IconName>> = { ok: 'okay', warn: 'warn', bad: 'warn' };
let nextKey = 1;

/** The current toast: a new message replaces the old one (DESIGN 4). */
export const useToast = create<{ readonly message: ToastMessage | null }>()(() => ({ message: null }));

export function showToast(kind: ToastKind, text: string, icon: IconName = icons[kind]): void {
  if (text === '') return;
  useToast.setState({ message: { key: nextKey, kind, text, icon } });
  nextKey += 1;
}

/** Removes the current toast, which is about a step that the user has left. */
export function hideToast(): void {
  useToast.setState({ message: null });
}

/** Display time in ms; a text of two lines gets more. */
export function toastMs(text: string): number {
  return text.length > 34 ? 5_000 : 3_000;
}
