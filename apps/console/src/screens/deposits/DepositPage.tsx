import { depositCalls } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link as RouterLink, useNavigate, useParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { ActionButton, mayCall } from '../../parts/ActionButton.tsx';
import { reasonField, remarkField } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Amount, Waited } from '../../parts/Figures.tsx';
import { isUndecided, requestFacts } from '../../parts/funds-facts.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { useKeys } from '../../parts/queue/keys.ts';
import { QueueRail, RailLines, StepButtons, useQueueSteps } from '../../parts/queue/QueueSteps.tsx';
import { useRemarks } from '../../parts/queue/use-remarks.ts';
import { Section } from '../../parts/Section.tsx';
import { type Deposit, moneyFacts, whoFacts } from './deposit-facts.tsx';

const pathOf = (id: number) => `/deposits/${id}`;

/** Page of one deposit: figures, proof and decisions (R-OPS-75). */
export default function DepositPage() {
  const id = useParams()['id'] ?? '';
  const navigate = useNavigate();
  const loaded = useCall(depositCalls.one, { params: { id } });
  const { data } = loaded;
  const steps = useQueueSteps<Deposit>({ name: 'deposits', queue: 'deposits', status: 'waiting', id, pathOf });
  useKeys({ c: data && (() => void navigate(`/users/${data.uid}`)), escape: () => void navigate('/deposits') });
  return (
    <DetailPage
      key={id}
      title={`${text.funds.deposit} ${id}`}
      back={{ to: '/deposits', label: text.menu.deposits }}
      loaded={loaded}
      renderActions={(deposit) => (
        <>
          <StepButtons steps={steps} />
          <DepositActions deposit={deposit} onDecided={() => steps.openNext?.()} />
        </>
      )}
    >
      {(deposit) => (
        <>
          {deposit.contested !== null && <Contested deposit={deposit} />}
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr)',
                md: '1fr 1fr',
                lg: steps.rows.length > 0 ? '230px 1fr 1fr' : '1fr 1fr',
              },
              gap: 2,
              alignItems: 'start',
            }}
          >
            <QueueRail steps={steps} Entry={RailEntry} />
            <Section>
              <Facts facts={[...moneyFacts(deposit), ...whoFacts(deposit), ...requestFacts(deposit)]} />
            </Section>
            <Section title={text.funds.proof}>
              {deposit.proof_url === null ? (
                <Alert severity="info">{text.funds.noProof}</Alert>
              ) : (
                <Picture source={deposit.proof_url} label={text.funds.proof} onReload={loaded.reload} />
              )}
            </Section>
          </Box>
        </>
      )}
    </DetailPage>
  );
}

function RailEntry({ row }: { readonly row: Deposit }) {
  const { client_name: name, uid, credit, method, requested_at: since } = row;
  return (
    <RailLines
      first={[name === '' ? uid : name, <Amount key="credit" value={credit} />]}
      second={[text.funds[method], <Waited key="since" since={since} />]}
    />
  );
}

/** Warning that other accounts claim the payment, with the link to compare the claims. */
function Contested({ deposit: { id, contested } }: { readonly deposit: Deposit }) {
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        mayCall(depositCalls.claims) && (
          <Button component={RouterLink} to={`/deposits/${id}/claims`} color="inherit" size="small">
            {text.claims.compare}
          </Button>
        )
      }
    >
      {contested === 'credited' ? text.claims.creditedBefore : text.claims.contested}
    </Alert>
  );
}

function DepositActions({ deposit, onDecided }: { readonly deposit: Deposit; readonly onDecided: () => void }) {
  const { id, paid, payload_hash } = deposit;
  const templates = useRemarks('deposit', deposit.client_language);
  if (!isUndecided(deposit)) return null;
  const params = { id };
  return (
    <>
      <ActionButton
        call={depositCalls.amend}
        label={text.funds.amendDeposit}
        lead={text.funds.amendDepositLead}
        fields={[{ name: 'paid', label: text.funds.newPaid, start: paid, isDecimal: true }, reasonField]}
        input={({ paid: really = '', reason = '' }) => ({ params, body: { paid: really.trim(), reason } })}
      />
      <ActionButton
        call={depositCalls.void}
        label={text.funds.voidDeposit}
        lead={text.funds.voidLead}
        fields={[remarkField]}
        isGrave
        input={({ remark = '' }, client_id) => ({ params, body: { remark, client_id } })}
      />
      <ActionButton
        call={depositCalls.reject}
        label={text.common.reject}
        title={text.funds.rejectDeposit}
        fields={[remarkField]}
        templates={templates}
        hotkey="r"
        isGrave
        input={({ remark = '' }, client_id) => ({ params, body: { remark, client_id } })}
        onDone={onDecided}
      />
      {deposit.contested === null && (
        <ActionButton
          call={depositCalls.approve}
          label={text.common.approve}
          title={text.funds.approveDeposit}
          lead={text.funds.approveDepositLead}
          facts={[...moneyFacts(deposit), ...whoFacts(deposit)]}
          isMain
          hotkey="a"
          input={(_, client_id) => ({ params, body: { payload_hash, client_id } })}
          onDone={onDecided}
        />
      )}
    </>
  );
}
