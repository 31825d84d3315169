import { exposureCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { Amount, Price } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { useListState } from '../../parts/list-state.ts';
import type { Column } from '../../parts/RowTable.tsx';
import { Section } from '../../parts/Section.tsx';
import { StatusFilter } from '../../parts/StatusFilter.tsx';
import { NearestAccounts } from './NearestAccounts.tsx';

type Row = z.output<typeof exposureCalls.list.answer>['data'][number];

const lots = (key: 'long_lots' | 'short_lots' | 'net_lots', label: string): Column<Row> => ({
  key,
  label,
  isNumber: true,
  cell: (row) => <Price value={row[key]} />,
});

const columns: readonly Column<Row>[] = [
  { key: 'symbol', label: text.orders.symbol, cell: ({ symbol }) => <b>{symbol}</b> },
  { key: 'orders', label: text.exposure.orders, isNumber: true, cell: ({ orders }) => orders },
  { key: 'accounts', label: text.exposure.accounts, isNumber: true, cell: ({ accounts }) => accounts },
  lots('long_lots', text.exposure.long),
  lots('short_lots', text.exposure.short),
  lots('net_lots', text.exposure.net),
  {
    key: 'long_price',
    label: text.exposure.longPrice,
    isNumber: true,
    cell: (row) => <Price value={row.long_price} />,
  },
  {
    key: 'short_price',
    label: text.exposure.shortPrice,
    isNumber: true,
    cell: (row) => <Price value={row.short_price} />,
  },
  {
    key: 'notional',
    label: text.exposure.notional,
    isNumber: true,
    cell: (row) => <Amount value={row.notional_usd} />,
  },
  {
    key: 'client',
    label: text.exposure.clientProfit,
    isNumber: true,
    cell: (row) => <Amount value={row.client_profit} />,
  },
  { key: 'book', label: text.exposure.bookProfit, isNumber: true, cell: (row) => <Amount value={row.book_profit} /> },
];

const realms = [
  ['real', text.common.real],
  ['demo', text.common.demo],
] as const;

const liveEveryMs = 1_000;

/** Net of all instruments by currency, largest first. */
function ByCurrency() {
  const realm = useListState<Row>().filter['realm'] === 'demo' ? 'demo' : 'real';
  const { data, error, reload } = useCall(exposureCalls.currencies, { query: { realm } }, { everyMs: liveEveryMs });
  if (data === undefined) return error === null ? null : <LoadFailed error={error} onAgain={reload} />;
  if (data.currencies.length === 0) return null;
  return (
    <Section title={text.exposure.byCurrency} lead={text.exposure.byCurrencyLead}>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
        {data.currencies.map(({ currency, net_usd: net }) => (
          <Box key={currency}>
            <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
              {currency}
            </Box>
            <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
              <Amount value={net} />
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
}

/** Page of the company's exposure by instrument, and of its accounts nearest to stop-out, renewed each second. */
export default function ExposurePage() {
  return (
    <ListPage<Row>
      name="exposure"
      title={text.menu.exposure}
      lead={text.exposure.lead}
      columns={columns}
      startFilter={{ realm: 'real' }}
      sort={{ field: 'id', order: 'ASC' }}
      everyMs={liveEveryMs}
      notice={
        <>
          <NearestAccounts />
          <ByCurrency />
        </>
      }
      filters={<StatusFilter source="realm" label={text.accounts.realm} choices={realms} />}
    />
  );
}
