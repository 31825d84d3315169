import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useSyncExternalStore } from 'react';

const shownMs = 4_000;
/** A problem takes longer to read than a success. */
const problemShownMs = 12_000;

/** The current notice, for some seconds. */
export function Notifications() {
  const notice = useSyncExternalStore(onNotice, currentNotice);
  if (notice === null) return null;
  const { text, severity } = notice;
  return (
    <Snackbar
      open
      key={text}
      autoHideDuration={severity === 'success' ? shownMs : problemShownMs}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      onClose={(_, reason) => reason !== 'clickaway' && dismissNotice()}
    >
      <Alert severity={severity} role={severity === 'success' ? 'status' : 'alert'} onClose={dismissNotice}>
        {text}
      </Alert>
    </Snackbar>
  );
}

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

function dismissNotice(): void {
  show(null);
}

function currentNotice(): Notice | null {
  return current;
}

function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
