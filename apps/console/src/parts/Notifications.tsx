import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useSyncExternalStore } from 'react';
import { currentNotice, dismissNotice, onNotice } from './notify.ts';

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
