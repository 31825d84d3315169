import { depositCalls, type depositRow } from '@candor/contracts/console/money';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useParams } from 'react-router';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { reasonField, remarkField } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Amount, Figure } from '../../parts/Figures.tsx';
import { isUndecided, requestFacts } from '../../parts/funds-facts.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { Section } from '../../parts/Section.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { AccountLink, UserLink } from '../../parts/UserLink.tsx';
import { text } from '../../text/en.ts';

type Deposit = z.output<typeof depositRow>;

/** One deposit: its figures beside its proof, and what can be decided (R-OPS-75). */
export default function DepositPage() {
  const id = useParams()['id'] ?? '';
  const loaded = useCall(depositCalls.one, { params: { id } });
  return (
    <DetailPage
      title={`${text.funds.deposit} ${id}`}
      back={{ to: '/deposits', label: text.menu.deposits }}
      loaded={loaded}
      renderActions={(deposit) => <DepositActions deposit={deposit} />}
    >
      {(deposit) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>
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
      )}
    </DetailPage>
  );
}

function moneyFacts(deposit: Deposit): Fact[] {
  const { credit, paid, currency, rate, method, protocol, paid_to, external_id, confirmations } = deposit;
  return [
    {
      label: text.funds.credit,
      value: (
        <>
          <Amount value={credit} /> USD
        </>
      ),
      isLead: true,
    },
    { label: text.funds.paid, value: <Amount value={paid} currency={currency} /> },
    { label: text.funds.rate, value: <Figure value={rate} /> },
    { label: text.funds.method, value: protocol === '' ? text.funds[method] : `${text.funds[method]} · ${protocol}` },
    { label: text.funds.paidTo, value: <span className="code">{paid_to}</span> },
    ...(external_id === ''
      ? []
      : [{ label: text.funds.externalId, value: <span className="code">{external_id}</span> }]),
    ...(confirmations === null ? [] : [{ label: text.funds.confirmations, value: confirmationsText(confirmations) }]),
  ];
}

function whoFacts({ uid, account_id, status }: Deposit): Fact[] {
  return [
    { label: text.common.status, value: <StatusChip status={status} /> },
    { label: text.common.user, value: <UserLink uid={uid} /> },
    { label: text.common.account, value: <AccountLink id={account_id} /> },
  ];
}

function confirmationsText({ seen, needed, is_reverted }: NonNullable<Deposit['confirmations']>): string {
  return is_reverted ? text.funds.reverted : `${seen} / ${needed}`;
}

function DepositActions({ deposit }: { readonly deposit: Deposit }) {
  const { id, paid, payload_hash } = deposit;
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
        isGrave
        input={({ remark = '' }, client_id) => ({ params, body: { remark, client_id } })}
      />
      <ActionButton
        call={depositCalls.approve}
        label={text.common.approve}
        title={text.funds.approveDeposit}
        lead={text.funds.approveDepositLead}
        facts={[...moneyFacts(deposit), ...whoFacts(deposit)]}
        isMain
        input={(_, client_id) => ({ params, body: { payload_hash, client_id } })}
      />
    </>
  );
}
