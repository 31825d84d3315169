import { approvalCalls } from '@candor/contracts/console/approvals';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { session } from '../../api/console-api.ts';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { remarkField } from '../../parts/ActionDialog.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { Section } from '../../parts/Section.tsx';
import type { Approval } from './approval.ts';

const { approvals } = text;

/** The two people, the hash and the buttons. */
export function Decision({ approval }: { readonly approval: Approval }) {
  const { status, payload_hash, hindrance, alone_from } = approval;
  const isWaiting = status === 'waiting';
  return (
    <Section title={approvals.decision} lead={approvals.people}>
      <People approval={approval} />
      <Typography variant="body2" sx={{ mt: 1.5, fontWeight: 600 }}>
        {approvals.hash}
      </Typography>
      <Box
        className="code"
        sx={{ bgcolor: 'action.hover', borderRadius: '8px', p: 1, my: 0.5, wordBreak: 'break-all' }}
      >
        {payload_hash}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {approvals.hashHint}
      </Typography>
      {isWaiting && hindrance !== null && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {approvals.hindrances[hindrance]}
        </Alert>
      )}
      {isWaiting && alone_from !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {approvals.alone} <Moment ms={alone_from} />
        </Typography>
      )}
      {isWaiting && <Buttons approval={approval} />}
    </Section>
  );
}

function People({ approval }: { readonly approval: Approval }) {
  const { author, is_own, hindrance, status, decided_by } = approval;
  const you = session.current?.operator.email ?? '';
  const second = decided_by || (is_own || hindrance !== null ? approvals.undecided : `${you} (${approvals.you})`);
  const people = [
    { who: is_own ? `${author} (${approvals.you})` : author, what: approvals.author },
    { who: second, what: decided_by === '' ? approvals.statuses.waiting : approvals.statuses[status] },
  ];
  return (
    <Box component="ol" sx={{ m: 0, pl: 2.5 }}>
      {people.map(({ who, what }) => (
        <Box component="li" key={what} sx={{ mb: 0.75, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 600 }}>{who}</Box>
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{what}</Box>
        </Box>
      ))}
    </Box>
  );
}

function Buttons({ approval }: { readonly approval: Approval }) {
  const { id, payload_hash, hindrance, is_own, changes } = approval;
  const facts = changes.map(({ field, before, after }) => ({
    label: (text.fieldLabels as Readonly<Record<string, string>>)[field] ?? field,
    value:
      before === after
        ? (after ?? approvals.nothing)
        : `${before ?? approvals.nothing} → ${after ?? approvals.nothing}`,
  }));
  const params = { id };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, mt: 2 }}>
      {hindrance === null && (
        <ActionButton
          call={approvalCalls.approve}
          label={approvals.approve}
          lead={approvals.approveLead}
          facts={facts}
          isMain
          done={approvals.approved}
          input={() => ({ params, body: { payload_hash } })}
        />
      )}
      {hindrance === null && !is_own && (
        <ActionButton
          call={approvalCalls.refuse}
          label={approvals.refuse}
          lead={approvals.refuseLead}
          fields={[remarkField]}
          isGrave
          done={approvals.refused}
          input={({ remark = '' }) => ({ params, body: { remark } })}
        />
      )}
      {is_own && (
        <ActionButton
          call={approvalCalls.withdraw}
          label={approvals.withdraw}
          lead={approvals.withdrawLead}
          done={approvals.withdrawn}
          input={() => ({ params })}
        />
      )}
    </Box>
  );
}
