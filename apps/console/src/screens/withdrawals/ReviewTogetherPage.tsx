import { withdrawalCalls } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CallError } from '../../api/api.ts';
import { api, session } from '../../api/console-api.ts';
import { newClientId, useRefresh } from '../../api/use-action.ts';
import { useCalls } from '../../api/use-call.ts';
import { endIfExpired } from '../../auth/end-session.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { ActionDialog } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { useNow } from '../../parts/Figures.tsx';
import { tickedMax } from '../../parts/queue/use-cursor.ts';
import { AmountPanel } from './AmountPanel.tsx';
import { PayeePanel } from './PayeePanel.tsx';
import { isSafeTogether, type Withdrawal } from './WithdrawalsPage.tsx';

/** Parses the numbers of an address, each once, at most twenty. */
export function parseIds(text: string | null): string[] {
  const ids = (text ?? '').split(',').filter((id) => /^[1-9]\d{0,9}$/.test(id));
  return [...new Set(ids)].slice(0, tickedMax);
}

/** Outcome of one approval: null if it was approved, else the refusal in words. */
type Outcomes = Readonly<Record<string, string | null>>;

/**
 * Several plain withdrawals on one page, each with its figures; approved one by one, each by its own hash (R-CON-15). Those
 * that need a closer look, also since the choice, are left out.
 */
export default function ReviewTogetherPage() {
  const [params, setParams] = useSearchParams();
  const ids = parseIds(params.get('ids'));
  const nowMs = useNow();
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const loaded = useCalls(
    withdrawalCalls.one,
    ids.map((id) => ({ params: { id } })),
  );
  const rows = loaded.data ?? [];
  const safe = rows.filter((row) => isSafeTogether(row, nowMs) && outcomes[row.id] !== null);
  const leaveOut = (id: number) =>
    setParams({ ids: ids.filter((one) => one !== String(id)).join(',') }, { replace: true });
  return (
    <DetailPage
      title={text.queue.reviewTitle}
      lead={text.queue.reviewLead}
      back={{ to: '/withdrawals', label: text.menu.withdrawals }}
      loaded={loaded}
      renderActions={() => <ApproveAll rows={safe} onOutcome={setOutcomes} />}
    >
      {() => (
        <>
          {ids.length === 0 && <Alert severity="info">{text.queue.nothingToReview}</Alert>}
          {rows.map((row) => (
            <Reviewed
              key={row.id}
              row={row}
              isSafe={isSafeTogether(row, nowMs)}
              outcome={outcomes[row.id]}
              onLeaveOut={() => leaveOut(row.id)}
            />
          ))}
        </>
      )}
    </DetailPage>
  );
}

function Reviewed(props: {
  readonly row: Withdrawal;
  readonly isSafe: boolean;
  readonly outcome: string | null | undefined;
  readonly onLeaveOut: () => void;
}) {
  const { row, isSafe, outcome, onLeaveOut } = props;
  return (
    <Box component="section" aria-label={`${text.funds.withdrawal} ${row.id}`} sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Box component="h2" sx={{ m: 0, fontSize: '1rem', flex: 1 }}>
          {`${text.funds.withdrawal} ${row.id}`}
        </Box>
        {outcome === undefined && (
          <Button variant="outlined" size="small" onClick={onLeaveOut}>
            {text.queue.leaveOut}
          </Button>
        )}
      </Box>
      {outcome === null && <Alert severity="success">{text.queue.approvedOne}</Alert>}
      {typeof outcome === 'string' && <Alert severity="error">{outcome}</Alert>}
      {outcome === undefined && !isSafe && <Alert severity="warning">{text.queue.decideAlone}</Alert>}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, columnGap: 2, mt: 1 }}>
        <PayeePanel withdrawal={row} />
        <AmountPanel withdrawal={row} />
      </Box>
    </Box>
  );
}

/** Button that approves all shown withdrawals in turn, and keeps the outcome of each. */
function ApproveAll(props: {
  readonly rows: readonly Withdrawal[];
  readonly onOutcome: (add: (before: Outcomes) => Outcomes) => void;
}) {
  const { rows, onOutcome } = props;
  const [isOpen, setIsOpen] = useState(false);
  // The same request again, if its answer was lost.
  const clientIds = useRef(new Map<number, string>());
  const refresh = useRefresh();
  const approveOne = async ({ id, payload_hash }: Withdrawal) => {
    const client_id = clientIds.current.get(id) ?? newClientId();
    clientIds.current.set(id, client_id);
    try {
      await api.call(withdrawalCalls.approve, { params: { id }, body: { payload_hash, client_id } });
      onOutcome((before) => ({ ...before, [id]: null }));
    } catch (error) {
      if (endIfExpired(session, error)) return;
      const words = error instanceof CallError ? error.message : String(error);
      onOutcome((before) => ({ ...before, [id]: words }));
    }
  };
  const approve = async () => {
    for (const row of rows) await approveOne(row);
    refresh();
    return { problem: null };
  };
  if (!mayCall(withdrawalCalls.approve) || rows.length === 0) return null;
  return (
    <>
      <Button variant="contained" onClick={() => setIsOpen(true)}>
        {text.queue.approveAll(rows.length)}
      </Button>
      {isOpen && (
        <ActionDialog
          title={text.queue.approveAll(rows.length)}
          lead={text.queue.approveAllLead}
          facts={rows.map(({ id, client_name, received, currency }) => ({
            label: `${id} · ${client_name}`,
            value: `${received} ${currency}`,
          }))}
          confirm={text.queue.approveAll(rows.length)}
          onConfirm={approve}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
