import { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { formatDecimal } from '../../format/figures.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { Amount } from '../../parts/Figures.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';

type Account = z.output<typeof accountCalls.one.answer>;

const everyMs = 1_000;

/** Figures of the client's account, renewed each second (R-CON-40). */
export function UserFigures({ accountId }: { readonly accountId: number }) {
  const isWanted = mayCall(accountCalls.one);
  const { data, error, reload } = useCall(
    accountCalls.one,
    { params: { id: String(accountId) } },
    { everyMs, isWanted },
  );
  if (!isWanted) return null;
  if (data === undefined) return error === null ? null : <LoadFailed error={error} onAgain={reload} />;
  return (
    <Card
      component="dl"
      aria-label={text.common.account}
      sx={{
        m: 0,
        mb: 2,
        p: 2,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fit, minmax(120px, 1fr))' },
      }}
    >
      {figuresOf(data).map(([label, value]) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: '1rem', fontWeight: 650, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Card>
  );
}

function figuresOf(account: Account): readonly (readonly [string, ReactNode])[] {
  const level = account.margin_level === null ? text.common.none : `${formatDecimal(account.margin_level)} %`;
  return [
    [text.accounts.balance, <Amount key="balance" value={account.balance} currency={account.currency} />],
    [text.accounts.locked, <Amount key="locked" value={account.locked} />],
    [text.accounts.result, <Amount key="result" value={account.open_result} />],
    [text.accounts.equity, <Amount key="equity" value={account.equity} />],
    [text.accounts.margin, <Amount key="margin" value={account.margin} />],
    [text.accounts.free, <Amount key="free" value={account.free_margin} />],
    [text.accounts.level, level],
    [
      text.accounts.openOrders,
      <span key="orders" className="num">
        {account.open_orders}
      </span>,
    ],
  ];
}
