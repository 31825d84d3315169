import type { instrumentCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import type * as z from 'zod/mini';
import { formatWord } from '../../format/words.ts';
import { Moment, Price } from '../../parts/Figures.tsx';
import { TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';

type Instrument = z.output<typeof instrumentCalls.list.answer>['data'][number];

const columns: readonly Column<Instrument>[] = [
  { key: 'symbol', label: text.orders.symbol, cell: ({ symbol }) => symbol, canSort: true },
  { key: 'name', label: text.company.name, cell: ({ name }) => name },
  { key: 'category', label: text.instruments.category, cell: ({ category }) => category },
  { key: 'market', label: text.instruments.market, cell: (row) => <MarketState instrument={row} /> },
  { key: 'bid', label: text.instruments.bid, isNumber: true, cell: ({ bid }) => <Price value={bid} /> },
  { key: 'ask', label: text.instruments.ask, isNumber: true, cell: ({ ask }) => <Price value={ask} /> },
  { key: 'source', label: text.instruments.source, cell: ({ source }) => formatWord(source) || text.common.none },
  {
    key: 'next',
    label: text.instruments.nextClose,
    cell: ({ is_market_open, next_close }) => (is_market_open ? <Moment ms={next_close} /> : text.common.none),
  },
  {
    key: 'leverages',
    label: text.instruments.leverages,
    cell: ({ leverages, is_offered }) => (is_offered ? leverages.map((one) => `${one}×`).join(' ') : text.common.none),
  },
  { key: 'version', label: text.common.version, isNumber: true, cell: ({ version }) => version },
];

function MarketState({ instrument }: { readonly instrument: Instrument }) {
  const { is_market_open: isOpen, is_stale: isStale, is_halted: isHalted } = instrument;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
      <ToneChip
        label={isOpen ? text.instruments.marketOpen : text.instruments.marketClosed}
        tone={isOpen ? 'good' : 'quiet'}
      />
      {isStale && <ToneChip label={text.instruments.stale} tone="waiting" />}
      {isHalted && <ToneChip label={text.instruments.halted} tone="bad" />}
    </Box>
  );
}

/** List of instruments with their market state. */
export default function InstrumentsPage() {
  return (
    <ListPage<Instrument>
      name="instruments"
      title={text.menu.instruments}
      columns={columns}
      linkTo={({ id }) => `/instruments/${id}`}
      sort={{ field: 'id', order: 'ASC' }}
      filters={<TextInput source="q" type="search" label={text.list.search} helperText={false} />}
    />
  );
}
