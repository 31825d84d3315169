import { exposureCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { formatDecimal } from '../../format/figures.ts';
import { Amount, Figure } from '../../parts/Figures.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { useListState } from '../../parts/list-state.ts';
import { Section } from '../../parts/Section.tsx';
import { AccountLink, UserLink } from '../../parts/UserLink.tsx';

type Watched = z.output<typeof exposureCalls.nearest.answer>['accounts'][number];

const everyMs = 1_000;

/** Accounts nearest to their stop-out, lowest margin level first, renewed each second (R-OPS-61). */
export function NearestAccounts() {
  const realm = useListState<never>().filter['realm'] === 'demo' ? 'demo' : 'real';
  const { data, error, reload } = useCall(exposureCalls.nearest, { query: { realm } }, { everyMs });
  if (data === undefined) return error === null ? null : <LoadFailed error={error} onAgain={reload} />;
  return (
    <Section title={text.exposure.nearest} lead={text.exposure.nearestLead} isFlush>
      {!data.is_whole && (
        <Alert severity="info" sx={{ mx: 2, mb: 1 }}>
          {text.exposure.nearestPart}
        </Alert>
      )}
      {data.accounts.length === 0 ? (
        <Box sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{text.exposure.nearestNone[realm]}</Box>
      ) : (
        <Accounts accounts={data.accounts} />
      )}
    </Section>
  );
}

const heads: readonly (readonly [string, boolean])[] = [
  [text.common.user, false],
  [text.common.account, false],
  [text.accounts.level, true],
  [text.exposure.stopOutAt, true],
  [text.accounts.equity, true],
  [text.accounts.margin, true],
  [text.accounts.openOrders, true],
  [text.exposure.largest, false],
];

function Accounts({ accounts }: { readonly accounts: readonly Watched[] }) {
  return (
    <Box sx={{ overflow: 'auto', maxHeight: 420 }} tabIndex={0} role="region" aria-label={text.exposure.nearest}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            {heads.map(([label, isNumber]) => (
              <TableCell key={label} align={isNumber ? 'right' : 'left'}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {accounts.map((account) => (
            <AccountRow key={account.account_id} account={account} />
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function AccountRow({ account }: { readonly account: Watched }) {
  const { largest } = account;
  return (
    <TableRow>
      <TableCell>{account.uid === '' ? text.common.none : <UserLink uid={account.uid} />}</TableCell>
      <TableCell>
        <AccountLink id={account.account_id} />
      </TableCell>
      <TableCell align="right" sx={{ fontWeight: 650 }}>
        <span className="num">{formatDecimal(account.margin_level, 2)} %</span>
      </TableCell>
      <TableCell align="right">
        <span className="num">{account.stop_out_percent} %</span>
      </TableCell>
      <TableCell align="right">
        <Amount value={account.equity} />
      </TableCell>
      <TableCell align="right">
        <Amount value={account.margin} />
      </TableCell>
      <TableCell align="right">
        <Figure value={account.open_orders} />
      </TableCell>
      <TableCell>
        {largest.side === 'buy' ? text.orders.buy : text.orders.sell} <span className="num">{largest.lots}</span>{' '}
        {largest.symbol} (<Amount value={largest.result} />)
      </TableCell>
    </TableRow>
  );
}
