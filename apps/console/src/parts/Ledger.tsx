import type { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { formatWord } from '../format/words.ts';
import { Amount, Moment } from './Figures.tsx';
import { ListPart } from './ListPage.tsx';
import { PeriodInputs } from './PeriodInputs.tsx';
import type { Column } from './RowTable.tsx';

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

/** Postings of an account, newest first, each with the balance after it. */
export function Ledger({ accountId }: { readonly accountId: number | string }) {
  return <ListPart<Posting> name="ledger" columns={columns} fixed={{ id: accountId }} filters={<PeriodInputs />} />;
}
