import { instrumentCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import { useParams } from 'react-router';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { formatWord } from '../../format/words.ts';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Moment, Price } from '../../parts/Figures.tsx';
import { ListPart } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { Section } from '../../parts/Section.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { TermsForm } from './TermsForm.tsx';

type Instrument = z.output<typeof instrumentCalls.one.answer>;
type Version = z.output<typeof instrumentCalls.versions.answer>['data'][number];

const columns: readonly Column<Version>[] = [
  { key: 'version', label: text.common.version, cell: ({ version }) => <span className="num">{version}</span> },
  { key: 'at', label: text.common.at, cell: ({ at }) => <Moment ms={at} /> },
  { key: 'by', label: text.common.by, cell: ({ by }) => by },
  { key: 'reason', label: text.common.reason, cell: ({ reason }) => reason },
  {
    key: 'offered',
    label: text.instruments.offered,
    cell: (row) => (row.is_offered ? text.common.yes : text.common.no),
  },
  {
    key: 'leverages',
    label: text.instruments.leverages,
    cell: ({ leverages }) => leverages.map((one) => `${one}×`).join(' '),
  },
  { key: 'fee_rate', label: text.instruments.feeRate, isNumber: true, cell: (row) => <Price value={row.fee_rate} /> },
];

/** Page of one instrument: market state, terms and their versions. */
export default function InstrumentPage() {
  const id = useParams()['id'] ?? '';
  const loaded = useCall(instrumentCalls.one, { params: { id } });
  return (
    <DetailPage
      title={loaded.data?.symbol ?? `${text.orders.symbol} ${id}`}
      {...(loaded.data !== undefined && { lead: loaded.data.name })}
      back={{ to: '/instruments', label: text.menu.instruments }}
      loaded={loaded}
    >
      {(instrument) => (
        <>
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', md: '1fr 1.4fr' },
              columnGap: 2,
              alignItems: 'start',
            }}
          >
            <Section title={text.instruments.market}>
              <MarketFacts instrument={instrument} />
            </Section>
            <Section title={text.instruments.terms} lead={text.instruments.termsLead}>
              <TermsForm key={instrument.version} id={id} instrument={instrument} />
            </Section>
          </Box>
          <Section title={text.instruments.versions} isFlush>
            <ListPart<Version> name="terms-versions" columns={columns} fixed={{ id }} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}

function MarketFacts({ instrument }: { readonly instrument: Instrument }) {
  const { sessions, zone } = instrument;
  return (
    <Facts
      facts={[
        {
          label: text.common.status,
          value: (
            <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
              <ToneChip
                label={instrument.is_market_open ? text.instruments.marketOpen : text.instruments.marketClosed}
                tone={instrument.is_market_open ? 'good' : 'quiet'}
              />
              {instrument.is_stale && <ToneChip label={text.instruments.stale} tone="waiting" />}
              {instrument.is_halted && <ToneChip label={text.instruments.halted} tone="bad" />}
            </Box>
          ),
        },
        { label: text.instruments.category, value: instrument.category },
        { label: text.instruments.bid, value: <Price value={instrument.bid} /> },
        { label: text.instruments.ask, value: <Price value={instrument.ask} /> },
        { label: text.instruments.source, value: formatWord(instrument.source) || text.common.none },
        { label: text.instruments.nextOpen, value: <Moment ms={instrument.next_open} /> },
        { label: text.instruments.nextClose, value: <Moment ms={instrument.next_close} /> },
        { label: text.common.version, value: instrument.version },
        {
          label: `${text.instruments.sessions} (${zone})`,
          value: sessions.map(({ opens, closes }) => (
            <div key={opens} className="num">
              {opens} – {closes}
            </div>
          )),
        },
      ]}
    />
  );
}
