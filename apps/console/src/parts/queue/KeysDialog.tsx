import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { Key } from './Key.tsx';
import { switchKeys, useKeysSwitch } from './keys.ts';

const { keys, menu } = text;

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    keys.go,
    [
      ['G W', menu.withdrawals],
      ['G D', menu.deposits],
      ['G V', menu.verifications],
      ['G E', menu.exposure],
      ['G T', menu.dashboard],
    ],
  ],
  [
    keys.inQueue,
    [
      ['J K', keys.move],
      ['X', keys.select],
      ['Enter', keys.open],
      ['N', keys.next],
      ['/', keys.filter],
    ],
  ],
  [
    keys.inDecision,
    [
      ['A', keys.approve],
      ['R', keys.reject],
      ['1–9', keys.template],
      ['Ctrl Enter', keys.confirm],
      ['N', keys.next],
      ['P', keys.previous],
      ['C', keys.client],
      ['Esc', keys.back],
      ['?', keys.help],
    ],
  ],
];

/** All keys of the console, and the switch that turns single keys off. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const isOn = useKeysSwitch();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="keys-title">
      <DialogTitle id="keys-title">{keys.title}</DialogTitle>
      <DialogContent>
        <FormControlLabel
          label={keys.on}
          control={<Switch checked={isOn} onChange={(_, isSwitchedOn) => switchKeys(isSwitchedOn)} />}
        />
        <FormHelperText>{keys.onHint}</FormHelperText>
        {groups.map(([title, rows]) => (
          <Box key={title} component="section" sx={{ mt: 2 }}>
            <Typography variant="h4" component="h3">
              {title}
            </Typography>
            <Box component="dl" sx={{ m: 0, mt: 0.5, display: 'grid', gridTemplateColumns: '110px 1fr', rowGap: 0.5 }}>
              {rows.map(([key, action]) => (
                <Box key={key} sx={{ display: 'contents' }}>
                  <dt>
                    <Key name={key} />
                    <Box component="span" sx={{ display: { md: 'none' } }}>
                      {key}
                    </Box>
                  </dt>
                  <Box component="dd" sx={{ m: 0 }}>
                    {action}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text.common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
