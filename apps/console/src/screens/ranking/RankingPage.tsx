import { rankingCalls } from '@candor/contracts/console/content';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { reasonField } from '../../parts/ActionDialog.tsx';
import { Amount, Figure } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';

type Row = z.output<typeof rankingCalls.list.answer>['data'][number];

const columns: readonly Column<Row>[] = [
  { key: 'uid', label: text.common.user, cell: ({ uid }) => <span className="num">{uid}</span> },
  { key: 'kind', label: text.users.kind, cell: ({ is_demo }) => (is_demo === 1 ? text.common.demo : text.common.real) },
  { key: 'trades', label: text.ranking.trades, isNumber: true, cell: ({ trades }) => trades },
  { key: 'win_rate', label: text.ranking.winRate, isNumber: true, cell: ({ win_rate }) => <Figure value={win_rate} /> },
  { key: 'profit', label: text.ranking.profit, isNumber: true, cell: ({ profit }) => <Amount value={profit} /> },
  {
    key: 'state',
    label: text.common.status,
    cell: ({ is_hidden }) => (
      <ToneChip label={is_hidden ? text.ranking.hidden : text.ranking.shown} tone={is_hidden ? 'quiet' : 'good'} />
    ),
  },
  { key: 'change', label: text.list.actions, cell: (row) => <Visibility row={row} /> },
];

/** List of ranked accounts; an account can be hidden, but none can be added or changed. */
export default function RankingPage() {
  return <ListPage<Row> name="ranking" title={text.menu.ranking} lead={text.ranking.lead} columns={columns} />;
}

function Visibility({ row }: { readonly row: Row }) {
  const { id, is_hidden: isHidden } = row;
  return (
    <ActionButton
      call={isHidden ? rankingCalls.show : rankingCalls.hide}
      label={isHidden ? text.ranking.show : text.ranking.hide}
      lead={isHidden ? text.ranking.showLead : text.ranking.hideLead}
      fields={[reasonField]}
      input={({ reason = '' }) => ({ params: { id }, body: { reason } })}
    />
  );
}
