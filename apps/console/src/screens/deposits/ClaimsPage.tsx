import { depositCalls, type paymentClaims } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useParams } from 'react-router';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { reasonField } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Amount, Moment } from '../../parts/Figures.tsx';
import { requestFacts } from '../../parts/funds-facts.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { Section } from '../../parts/Section.tsx';
import { type Deposit, moneyFacts, whoFacts } from './deposit-facts.tsx';

type Claims = z.output<typeof paymentClaims>;

/** Page of all claims on one payment side by side, with the data of its network; one claim is approved here (R-FND-44). */
export default function ClaimsPage() {
  const id = useParams()['id'] ?? '';
  const loaded = useCall(depositCalls.claims, { params: { id } }, { isRecorded: true });
  return (
    <DetailPage
      title={text.claims.title}
      lead={text.claims.lead}
      back={{ to: `/deposits/${id}`, label: `${text.funds.deposit} ${id}` }}
      loaded={loaded}
    >
      {(compared) => <Compared compared={compared} onReload={loaded.reload} />}
    </DetailPage>
  );
}

function Compared({ compared, onReload }: { readonly compared: Claims; readonly onReload: () => void }) {
  const { claims, credited, payments } = compared;
  return (
    <>
      {credited !== null && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {text.claims.creditedBefore}
        </Alert>
      )}
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: 'repeat(auto-fit, minmax(320px, 1fr))' }, gap: 2 }}
      >
        {credited !== null && <Claim deposit={credited} title={text.claims.credited} onReload={onReload} />}
        {claims.map((claim) => (
          <Claim
            key={claim.id}
            deposit={claim}
            title={text.claims.claim(claim.id)}
            onReload={onReload}
            rivals={credited === null ? claims.filter((other) => other.id !== claim.id) : []}
          />
        ))}
      </Box>
      <Section title={text.claims.network}>
        {payments.length === 0 ? (
          <Alert severity="info">{text.claims.unseen}</Alert>
        ) : (
          payments.map((payment) => <Facts key={payment.external_id} facts={networkFacts(payment)} />)
        )}
      </Section>
    </>
  );
}

function Claim(props: {
  readonly deposit: Deposit;
  readonly title: string;
  readonly onReload: () => void;
  readonly rivals?: readonly Deposit[];
}) {
  const { deposit, title, onReload, rivals = [] } = props;
  const { id, proof_url, payload_hash } = deposit;
  const facts = [...whoFacts(deposit), ...moneyFacts(deposit)];
  const decide = (
    <ActionButton
      call={depositCalls.decideClaim}
      label={text.claims.decide}
      title={text.claims.decideFor(id)}
      lead={text.claims.decideLead(rivals.map((rival) => rival.id).join(', '))}
      facts={facts}
      fields={[reasonField]}
      isMain
      input={({ reason = '' }, client_id) => ({
        params: { id: String(id) },
        body: { payload_hash, rivals: rivals.map((rival) => rival.id), reason, client_id },
      })}
      onDone={onReload}
    />
  );
  return (
    <Section title={title} action={rivals.length === 0 ? null : decide}>
      <Facts facts={[...facts, ...requestFacts(deposit)]} />
      {proof_url === null ? (
        <Alert severity="info">{text.funds.noProof}</Alert>
      ) : (
        <Box sx={{ mt: 1.5 }}>
          <Picture source={proof_url} label={`${text.funds.proof} ${id}`} onReload={onReload} />
        </Box>
      )}
    </Section>
  );
}

function networkFacts(payment: Claims['payments'][number]): Fact[] {
  const { transaction, external_id, address, amount, currency, block, first_seen_at } = payment;
  const { confirmations, confirmations_needed, is_reverted } = payment;
  return [
    { label: text.claims.transaction, value: <span className="code">{transaction}</span> },
    { label: text.funds.externalId, value: <span className="code">{external_id}</span> },
    { label: text.funds.paidTo, value: <span className="code">{address}</span> },
    { label: text.funds.paid, value: <Amount value={amount} currency={currency} /> },
    { label: text.claims.firstSeen, value: <Moment ms={first_seen_at} /> },
    { label: text.claims.block, value: block === null ? text.common.none : String(block) },
    {
      label: text.funds.confirmations,
      value: is_reverted ? text.funds.reverted : `${confirmations} / ${confirmations_needed}`,
    },
  ];
}
