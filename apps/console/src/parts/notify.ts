export interface Notice {
  readonly text: string;
  readonly severity: 'success' | 'warning' | 'error';
}

let current: Notice | null = null;
const listeners = new Set<() => void>();

function show(notice: Notice | null): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** Shows a notice at the bottom of the page; the newest one replaces the one before. */
export function notify(text: string, severity: Notice['severity']): void {
  show({ text, severity });
}

export function dismissNotice(): void {
  show(null);
}

export function currentNotice(): Notice | null {
  return current;
}

export function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
