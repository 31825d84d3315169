import { verificationCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type * as z from 'zod/mini';
import { CallError } from '../../api/api.ts';
import { useCall } from '../../api/use-call.ts';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { remarkField } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { useKeys } from '../../parts/queue/keys.ts';
import { StepButtons, useQueueSteps } from '../../parts/queue/QueueSteps.tsx';
import { useRemarks } from '../../parts/queue/use-remarks.ts';
import { Section } from '../../parts/Section.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { UserLink } from '../../parts/UserLink.tsx';

type Verification = z.output<typeof verificationCalls.one.answer>;
type Row = z.output<typeof verificationCalls.list.answer>['data'][number];

/** Page of one identity check: typed details, both sides of the document and the decision (R-OPS-77). */
export default function VerificationPage() {
  const id = useParams()['id'] ?? '';
  const [reason, setReason] = useState<string | null>(null);
  const query = reason === null ? {} : { reason };
  const loaded = useCall(verificationCalls.one, { params: { id }, query }, { isRecorded: true });
  const pathOf = (one: number) => `/verifications/${one}`;
  const steps = useQueueSteps<Row>({ name: 'verifications', queue: 'verifications', status: 'waiting', id, pathOf });
  const navigate = useNavigate();
  useKeys({ escape: () => void navigate('/verifications') });
  const isReasonWanted = loaded.error instanceof CallError && loaded.error.field === 'reason';
  return (
    <DetailPage<Verification | 'reason'>
      key={id}
      title={`${text.verifications.one} ${id}`}
      back={{ to: '/verifications', label: text.menu.verifications }}
      loaded={isReasonWanted ? { ...loaded, error: null, data: 'reason' } : loaded}
      renderActions={(data) => (
        <>
          <StepButtons steps={steps} />
          {data !== 'reason' && data.status === 'waiting' && (
            <Decide verification={data} onDecided={steps.openNext ?? (() => void navigate('/verifications'))} />
          )}
        </>
      )}
    >
      {(data) =>
        data === 'reason' ? <ReasonForm onReason={setReason} /> : <Sides verification={data} onReload={loaded.reload} />
      }
    </DetailPage>
  );
}

function Sides({ verification, onReload }: { readonly verification: Verification; readonly onReload: () => void }) {
  const { uid, status, name, card_id, front_pic, reverse_pic, remark, submitted_at, reviewed_at } = verification;
  const typed = (value: string) => (value === '' ? text.verifications.erased : value);
  return (
    <>
      <Section>
        <Facts
          facts={[
            { label: text.verifications.name, value: typed(name), isLead: true },
            { label: text.verifications.card, value: <span className="code">{typed(card_id)}</span> },
            { label: text.common.user, value: <UserLink uid={uid} /> },
            { label: text.common.status, value: <StatusChip status={status} /> },
            { label: text.verifications.submitted, value: <Moment ms={submitted_at} /> },
            ...(reviewed_at === null
              ? []
              : [{ label: text.verifications.reviewed, value: <Moment ms={reviewed_at} /> }]),
            ...(remark === '' ? [] : [{ label: text.common.remark, value: remark }]),
          ]}
        />
      </Section>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, columnGap: 2 }}>
        {(
          [
            [text.verifications.front, front_pic],
            [text.verifications.reverse, reverse_pic],
          ] as const
        ).map(([side, source]) => (
          <Section key={side} title={side}>
            {source === '' ? (
              <Alert severity="info">{text.verifications.erased}</Alert>
            ) : (
              <Picture source={source} label={side} onReload={onReload} />
            )}
          </Section>
        ))}
      </Box>
    </>
  );
}

function Decide({
  verification,
  onDecided: leave,
}: {
  readonly verification: Verification;
  readonly onDecided: () => void;
}) {
  const { id, name, card_id, client_language: language } = verification;
  const templates = useRemarks('verification', language);
  return (
    <>
      <ActionButton
        call={verificationCalls.reject}
        label={text.common.reject}
        title={text.common.reject}
        lead={text.verifications.rejectLead}
        fields={[remarkField]}
        templates={templates}
        hotkey="r"
        isGrave
        input={({ remark = '' }) => ({ params: { id }, body: { remark } })}
        onDone={leave}
      />
      <ActionButton
        call={verificationCalls.approve}
        label={text.common.approve}
        title={text.common.approve}
        lead={text.verifications.approveLead}
        facts={[
          { label: text.verifications.name, value: name },
          { label: text.verifications.card, value: <span className="code">{card_id}</span> },
        ]}
        isMain
        hotkey="a"
        input={() => ({ params: { id } })}
        onDone={leave}
      />
    </>
  );
}

function ReasonForm({ onReason }: { readonly onReason: (reason: string) => void }) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim().length >= 3) onReason(typed.trim());
  };
  return (
    <Section>
      <form onSubmit={submit}>
        <Alert severity="info">{text.verifications.reasonNeeded}</Alert>
        <TextField
          label={text.common.reason}
          helperText={text.common.reasonHint}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
        <Button type="submit" variant="contained" sx={{ mt: 1 }}>
          {text.verifications.show}
        </Button>
      </form>
    </Section>
  );
}
