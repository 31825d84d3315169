import { auditCalls } from '@candor/contracts/console/people';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { NumberInput, TextInput } from 'react-admin';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { Moment } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { PeriodInputs } from '../../parts/PeriodInputs.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { text } from '../../text/en.ts';

type Entry = z.output<typeof auditCalls.list.answer>['data'][number];
type Verdict = z.output<typeof auditCalls.verify.answer>;

const columns: readonly Column<Entry>[] = [
  { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
  { key: 'at', label: text.common.at, cell: ({ at }) => <Moment ms={at} /> },
  { key: 'operator', label: text.audit.operator, cell: ({ operator }) => operator || text.common.none },
  { key: 'action', label: text.audit.action, cell: ({ action }) => action },
  { key: 'subject', label: text.audit.subject, cell: ({ subject }) => subject },
  { key: 'reason', label: text.common.reason, cell: ({ reason }) => reason || text.common.none },
  {
    key: 'hash',
    label: text.audit.hash,
    cell: ({ hash }) => (
      <Tooltip title={hash}>
        <span className="code">{hash.slice(0, 10)}</span>
      </Tooltip>
    ),
  },
];

/** What operators did; read, filtered, taken away as CSV, and checked as a whole. */
export default function AuditPage() {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const act = useAction();
  const verify = async () => {
    const { data, problem: why } = await act(auditCalls.verify, {}, toVerdict);
    setVerdict(data ?? null);
    setProblem(why);
  };
  return (
    <ListPage<Entry>
      resource="audit"
      title={text.menu.audit}
      lead={text.audit.lead}
      columns={columns}
      actions={
        <Button variant="contained" onClick={() => void verify()}>
          {text.audit.verify}
        </Button>
      }
      notice={
        <>
          {verdict !== null && (
            <Alert severity={verdict.is_whole ? 'success' : 'error'} role="status" sx={{ mb: 1.5 }}>
              {toVerdict(verdict)}
            </Alert>
          )}
          {problem !== null && (
            <Alert severity="error" role="alert" sx={{ mb: 1.5 }}>
              {problem}
            </Alert>
          )}
        </>
      }
      filters={
        <>
          <NumberInput source="operator_id" label={text.audit.operatorId} helperText={false} min={1} />
          <TextInput source="action" label={text.audit.action} helperText={false} />
          <TextInput source="subject" label={text.audit.subject} helperText={false} />
          <PeriodInputs />
        </>
      }
    />
  );
}

function toVerdict({ is_whole, entries, broken_at }: Verdict): string {
  return is_whole ? text.audit.whole(entries) : text.audit.broken(broken_at);
}
