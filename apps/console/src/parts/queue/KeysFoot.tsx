import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Key } from './Key.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { useKeys } from './keys.ts';

const { keys } = text;

/** Foot of a queue: its keys, and all of them. */
export function KeysFoot() {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  useKeys({ '?': open });
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 2,
        py: 0.25,
        borderTop: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        fontSize: '0.6875rem',
      }}
    >
      {(
        [
          [['J', 'K'], keys.move],
          [['X'], keys.select],
          [['↵'], keys.open],
          [['N'], keys.next],
        ] as const
      ).map(([names, action]) => (
        <Box
          key={action}
          component="span"
          sx={{ display: { xs: 'none', md: 'inline-flex' }, gap: 0.5, alignItems: 'center' }}
        >
          {names.map((name) => (
            <Key key={name} name={name} />
          ))}
          {action}
        </Box>
      ))}
      <Button size="small" color="inherit" onClick={open} startIcon={<Key name="?" />}>
        {keys.all}
      </Button>
      {isOpen && <KeysDialog onClose={() => setIsOpen(false)} />}
    </Box>
  );
}
