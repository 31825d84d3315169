import { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import { useParams } from 'react-router';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { formatWord } from '../../format/words.ts';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Amount, Figure, Moment } from '../../parts/Figures.tsx';
import { ListPart } from '../../parts/ListPage.tsx';
import { PeriodInputs } from '../../parts/PeriodInputs.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { Section } from '../../parts/Section.tsx';
import { UserLink } from '../../parts/UserLink.tsx';

type Posting = z.output<typeof accountCalls.ledger.answer>['data'][number];

const columns: readonly Column<Posting>[] = [
  { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span> },
  { key: 'at', label: text.common.at, cell: ({ at }) => <Moment ms={at} /> },
  { key: 'kind', label: text.accounts.kind, cell: ({ kind }) => formatWord(kind) },
  { key: 'amount', label: text.accounts.amount, isNumber: true, cell: ({ amount }) => <Amount value={amount} /> },
  { key: 'balance', label: text.accounts.after, isNumber: true, cell: ({ balance }) => <Amount value={balance} /> },
  {
    key: 'order_id',
    label: text.accounts.order,
    cell: (row) => <span className="num">{row.order_id ?? text.common.none}</span>,
  },
  {
    key: 'funds_id',
    label: text.accounts.request,
    cell: (row) => <span className="num">{row.funds_id ?? text.common.none}</span>,
  },
];

/** Page of one account and its postings, whose sum is the balance. */
export default function AccountPage() {
  const id = useParams()['id'] ?? '';
  const loaded = useCall(accountCalls.one, { params: { id } });
  return (
    <DetailPage
      title={`${text.common.account} ${id}`}
      back={{ to: '/accounts', label: text.menu.accounts }}
      loaded={loaded}
    >
      {(account) => (
        <>
          <Section>
            <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, columnGap: 4 }}>
              <Facts
                facts={[
                  {
                    label: text.accounts.balance,
                    value: <Amount value={account.balance} currency={account.currency} />,
                    isLead: true,
                  },
                  { label: text.accounts.locked, value: <Amount value={account.locked} /> },
                  { label: text.common.user, value: <UserLink uid={account.uid} /> },
                  { label: text.accounts.realm, value: text.common[account.realm] },
                ]}
              />
              <Facts
                facts={[
                  { label: text.accounts.equity, value: <Amount value={account.equity} />, isLead: true },
                  { label: text.accounts.margin, value: <Amount value={account.margin} /> },
                  { label: text.accounts.free, value: <Amount value={account.free_margin} /> },
                  { label: text.accounts.level, value: <Figure value={account.margin_level} /> },
                ]}
              />
            </Box>
          </Section>
          <Section title={text.accounts.ledger} lead={text.accounts.ledgerLead} isFlush>
            <ListPart<Posting> name="ledger" columns={columns} fixed={{ id }} filters={<PeriodInputs />} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}
