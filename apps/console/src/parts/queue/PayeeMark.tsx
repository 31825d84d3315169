import type { withdrawalRow } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import CheckOutlined from '@mui/icons-material/CheckOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import LinkOutlined from '@mui/icons-material/LinkOutlined';
import Box from '@mui/material/Box';
import type { ComponentType } from 'react';
import type * as z from 'zod/mini';

export type PayeeMatch = z.output<typeof withdrawalRow>['payee_match'];

const looks: Readonly<Record<PayeeMatch, { readonly icon: ComponentType; readonly colour: string }>> = {
  same: { icon: CheckOutlined, colour: 'success.main' },
  close: { icon: InfoOutlined, colour: 'warning.main' },
  other: { icon: CloseOutlined, colour: 'error.main' },
  unverified: { icon: InfoOutlined, colour: 'warning.main' },
  known: { icon: LinkOutlined, colour: 'text.secondary' },
  new: { icon: InfoOutlined, colour: 'warning.main' },
  none: { icon: CloseOutlined, colour: 'error.main' },
};

/** True if an operator must compare the names before approving. */
export function mustCompare(match: PayeeMatch): boolean {
  return match === 'close' || match === 'other' || match === 'unverified';
}

export function payeeColour(match: PayeeMatch): string {
  return looks[match].colour;
}

/** How the payee compares with the verified name: icon and word. */
export function PayeeMark({ match }: { readonly match: PayeeMatch }) {
  const { icon: Icon, colour } = looks[match];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.625,
        color: colour,
        fontWeight: 600,
        whiteSpace: 'nowrap',
        '& svg': { fontSize: 16 },
      }}
    >
      <Icon />
      {text.queue.match[match]}
    </Box>
  );
}
