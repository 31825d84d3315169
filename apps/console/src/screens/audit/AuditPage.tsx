import { auditCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { formatWord, parseWord } from '../../format/words.ts';
import { NumberInput, TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { PeriodInputs } from '../../parts/PeriodInputs.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { chainHead, chainTail, useChainCheck } from './chain.tsx';

type Entry = z.output<typeof auditCalls.list.answer>['data'][number];

const columns: readonly Column<Entry>[] = [
  ...chainHead,
  { key: 'operator', label: text.audit.operator, cell: ({ operator }) => operator || text.common.none },
  { key: 'action', label: text.audit.action, cell: ({ action }) => formatWord(action) },
  { key: 'subject', label: text.audit.subject, cell: ({ subject }) => subject },
  { key: 'reason', label: text.common.reason, cell: ({ reason }) => reason || text.common.none },
  ...chainTail,
];

/** List of the operators' actions, with filters, CSV and the check of the whole chain. */
export default function AuditPage() {
  const { button, verdict } = useChainCheck(auditCalls.verify);
  return (
    <ListPage<Entry>
      name="audit"
      title={text.menu.audit}
      lead={text.audit.lead}
      columns={columns}
      actions={button}
      notice={verdict}
      filters={
        <>
          <NumberInput source="operator_id" label={text.audit.operatorId} helperText={false} min={1} />
          <TextInput
            source="action"
            label={text.audit.action}
            format={(action) => (typeof action === 'string' ? formatWord(action) : '')}
            parse={parseWord}
            helperText={false}
          />
          <TextInput source="subject" label={text.audit.subject} helperText={false} />
          <PeriodInputs />
        </>
      }
    />
  );
}
