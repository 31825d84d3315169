import { withdrawalCalls } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useNavigate, useParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { Amount, Waited } from '../../parts/Figures.tsx';
import { isUndecided } from '../../parts/funds-facts.tsx';
import { useKeys } from '../../parts/queue/keys.ts';
import { QueueRail, RailLines, StepButtons, useQueueSteps } from '../../parts/queue/QueueSteps.tsx';
import { AmountPanel } from './AmountPanel.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { PayeePanel } from './PayeePanel.tsx';
import type { Withdrawal } from './WithdrawalsPage.tsx';

const pathOf = (id: number) => `/withdrawals/${id}`;

/** Page of one withdrawal: who is paid, what leaves, and the decision; the queue beside it (R-OPS-75, R-CON-12). */
export default function WithdrawalPage() {
  const id = useParams()['id'] ?? '';
  const navigate = useNavigate();
  const loaded = useCall(withdrawalCalls.one, { params: { id } });
  const { data } = loaded;
  const status = data?.status === 'approved' ? 'approved' : 'requested';
  const queue = status === 'approved' ? 'payouts' : 'withdrawals';
  const steps = useQueueSteps<Withdrawal>({ name: 'withdrawals', queue, status, id, pathOf });
  useKeys({ c: data && (() => void navigate(`/users/${data.uid}`)), escape: () => void navigate('/withdrawals') });
  return (
    <DetailPage
      key={id}
      title={`${text.funds.withdrawal} ${id}`}
      back={{ to: '/withdrawals', label: text.menu.withdrawals }}
      loaded={loaded}
      renderActions={() => <StepButtons steps={steps} />}
    >
      {(withdrawal) => (
        <>
          <Warnings withdrawal={withdrawal} />
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr)',
                md: 'minmax(0, 1fr) 320px',
                lg: steps.rows.length > 0 ? '230px minmax(0, 1fr) 320px' : 'minmax(0, 1fr) 320px',
              },
              columnGap: 2,
              alignItems: 'start',
            }}
          >
            <QueueRail steps={steps} Entry={RailEntry} />
            <div>
              <PayeePanel withdrawal={withdrawal} />
              <AmountPanel withdrawal={withdrawal} />
            </div>
            <DecisionPanel key={withdrawal.payload_hash} withdrawal={withdrawal} onDecided={() => steps.openNext?.()} />
          </Box>
        </>
      )}
    </DetailPage>
  );
}

function Warnings({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  return (
    <>
      {withdrawal.is_method_changed && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {text.funds.methodChanged}
        </Alert>
      )}
      {withdrawal.waits_for_market && isUndecided(withdrawal) && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {text.funds.marketClosedRisk}
        </Alert>
      )}
    </>
  );
}

function RailEntry({ row }: { readonly row: Withdrawal }) {
  const { client_name: name, uid, amount, payee_match: match, requested_at: since } = row;
  return (
    <RailLines
      first={[name === '' ? uid : name, <Amount key="amount" value={amount} />]}
      second={[text.queue.match[match], <Waited key="since" since={since} />]}
    />
  );
}
