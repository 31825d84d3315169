import { haltCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { reasonField } from '../../parts/ActionDialog.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { queueEveryMs } from '../../parts/request-columns.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';
import { BeginHalt } from './BeginHalt.tsx';
import { warnOfShards } from './warn-of-shards.ts';

type Halt = z.output<typeof haltCalls.list.answer>['data'][number];

const scopes = { symbol: text.halts.scopeSymbol, company: text.halts.scopeCompany, all: text.halts.scopeAll } as const;

const columns: readonly Column<Halt>[] = [
  { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
  {
    key: 'state',
    label: text.common.status,
    cell: ({ ended_at }) => (
      <ToneChip
        label={ended_at === null ? text.halts.active : text.halts.ended}
        tone={ended_at === null ? 'bad' : 'quiet'}
      />
    ),
  },
  {
    key: 'scope',
    label: text.halts.scope,
    cell: ({ scope, symbol }) => (scope === 'symbol' ? symbol : scopes[scope]),
  },
  { key: 'reason', label: text.common.reason, cell: ({ reason }) => reason },
  { key: 'by', label: text.common.by, cell: ({ by }) => by },
  { key: 'since', label: text.halts.since, cell: ({ since }) => <Moment ms={since} /> },
  { key: 'ended_at', label: text.halts.ended, cell: ({ ended_at }) => <Moment ms={ended_at} /> },
  { key: 'ended_by', label: text.halts.endedBy, cell: ({ ended_by }) => ended_by || text.common.none },
  { key: 'end', label: text.list.actions, cell: (halt) => <EndHalt halt={halt} /> },
];

const states = [[1, text.halts.active], [0, text.halts.ended], allChoice] as const;

/** List of halts with operator and reason; halts begin and end here. */
export default function HaltsPage() {
  return (
    <ListPage<Halt>
      name="halts"
      title={text.menu.halts}
      lead={text.halts.lead}
      columns={columns}
      startFilter={{ is_active: 1 }}
      everyMs={queueEveryMs}
      actions={<BeginHalt />}
      filters={<StatusFilter source="is_active" label={text.common.status} choices={states} />}
    />
  );
}

function EndHalt({ halt }: { readonly halt: Halt }) {
  if (halt.ended_at !== null) return null;
  return (
    <ActionButton
      call={haltCalls.end}
      label={text.halts.end}
      lead={text.halts.endLead}
      facts={[
        { label: text.halts.scope, value: halt.scope === 'symbol' ? halt.symbol : scopes[halt.scope] },
        { label: text.common.reason, value: halt.reason },
      ]}
      fields={[reasonField]}
      input={({ reason = '' }) => ({ params: { id: halt.id }, body: { reason } })}
      onDone={warnOfShards}
    />
  );
}
