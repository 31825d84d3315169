import { approvalCalls } from '@candor/contracts/console/approvals';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import { useParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { queueEveryMs } from '../../parts/request-columns.tsx';
import { Section } from '../../parts/Section.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { type Approval, toneOf } from './approval.ts';
import { Decision } from './Decision.tsx';
import { Differences } from './Differences.tsx';

const { approvals } = text;

/** Page of one change that needs a second person: old and new values, hash, people and decision. */
export default function ApprovalPage() {
  const id = useParams()['id'] ?? '';
  const loaded = useCall(approvalCalls.one, { params: { id } }, { everyMs: queueEveryMs });
  const { data } = loaded;
  return (
    <DetailPage
      title={data === undefined ? `${text.menu.approvals} ${id}` : data.subject}
      {...(data !== undefined && { lead: approvals.kinds[data.kind] })}
      back={{ to: '/approvals', label: approvals.back }}
      loaded={loaded}
    >
      {(approval) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 340px' }, gap: 2, alignItems: 'start' }}>
          <Box sx={{ minWidth: 0 }}>
            <Differences changes={approval.changes} />
            <Section>
              <Facts facts={factsOf(approval)} />
            </Section>
          </Box>
          <Decision approval={approval} />
        </Box>
      )}
    </DetailPage>
  );
}

function factsOf({ status, reason, requested_at, expires_at, decided_at, remark }: Approval) {
  return [
    { label: text.common.status, value: <ToneChip label={approvals.statuses[status]} tone={toneOf(status)} /> },
    { label: text.common.reason, value: reason || text.common.none },
    { label: approvals.requested, value: <Moment ms={requested_at} /> },
    ...(decided_at === null
      ? [{ label: approvals.expires, value: <Moment ms={expires_at} /> }]
      : [{ label: approvals.decidedAt, value: <Moment ms={decided_at} /> }]),
    ...(remark === '' ? [] : [{ label: approvals.remark, value: remark }]),
  ];
}
