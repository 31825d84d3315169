import { type payWayBody, payWayCalls } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { ActionButton, mayCall } from '../../parts/ActionButton.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { FieldGrid, FormCard } from '../../parts/FormCard.tsx';
import { BooleanInput, NumberInput, SelectInput, TextInput } from '../../parts/inputs.tsx';
import { Section } from '../../parts/Section.tsx';
import { RateInput, useSaveWithRate } from './RateInput.tsx';

type Body = z.output<typeof payWayBody>;

const blank: Body = {
  kind: 'coin',
  currency: '',
  protocol: '',
  address: '',
  bank_name: '',
  bank_address: '',
  bank_swift: '',
  payee_name: '',
  payee_account: '',
  bank_remark: '',
  usd_price: '1',
  min: '0',
  is_active: true,
  watcher: '',
  confirmations: 0,
};

/** Form of a deposit method. A change replaces it under a new number, so that a method shown to a user never changes. */
export function WayForm({ id }: { readonly id: string }) {
  const isNew = id === 'new';
  const loaded = useCall(payWayCalls.one, { params: { id } }, { isWanted: !isNew });
  const act = useAction();
  const navigate = useNavigate();
  const { saveWithRate, dialog } = useSaveWithRate();
  const save = async (values: Body) => {
    const body = filled(values);
    const outcome = await saveWithRate({ unit: body.currency, rate: body.usd_price }, (confirmed) =>
      isNew
        ? act(payWayCalls.add, { body: { ...body, ...confirmed } }, text.common.saved)
        : act(payWayCalls.replace, { params: { id }, body: { ...body, ...confirmed } }, text.common.saved),
    );
    if (outcome.problem === null) void navigate('/pay-ways');
    return outcome;
  };
  return (
    <DetailPage<Body>
      title={isNew ? text.payWays.addWay : `${text.payWays.ways} ${id}`}
      {...(!isNew && { lead: text.payWays.replaceLead })}
      back={{ to: '/pay-ways', label: text.menu['pay-ways'] }}
      loaded={isNew ? { ...loaded, data: blank, error: null } : loaded}
      renderActions={({ kind }) => !isNew && kind === 'coin' && <AddAddresses id={id} />}
    >
      {(record) => (
        <Section>
          {dialog}
          <FormCard<Body>
            record={record}
            label={isNew ? text.common.save : text.payWays.replaceWay}
            isReadOnly={!mayCall(payWayCalls.add)}
            onSave={save}
          >
            <WayFields isNew={isNew} />
          </FormCard>
        </Section>
      )}
    </DetailPage>
  );
}

/** Returns the body with emptied fields as empty texts and without other fields of the record. */
function filled(values: Body): Body {
  const entries = Object.entries(blank).map(([name, start]) => [
    name,
    values[name as keyof Body] ?? (typeof start === 'string' ? '' : start),
  ]);
  return Object.fromEntries(entries) as Body;
}

const kinds = [
  { id: 'coin', name: text.funds.coin },
  { id: 'bank', name: text.funds.bank },
];

function WayFields({ isNew }: { readonly isNew: boolean }) {
  const kind = useWatch({ name: 'kind' }) as Body['kind'];
  const currency = useWatch({ name: 'currency' }) as string;
  return (
    <FieldGrid>
      <SelectInput source="kind" label={text.payWays.kind} choices={kinds} disabled={!isNew} emptyText={false} />
      <TextInput source="currency" label={text.payWays.currency} />
      {kind === 'bank' ? <BankFields /> : <CoinFields />}
      <RateInput unit={currency} isPayout={false} />
      <TextInput source="min" label={currency === '' ? text.payWays.min : text.payWays.minIn(currency)} />
      <BooleanInput source="is_active" label={text.payWays.active} />
    </FieldGrid>
  );
}

function CoinFields() {
  return (
    <>
      <TextInput source="protocol" label={text.payWays.network} />
      <TextInput source="address" label={text.payWays.address} helperText={text.payWays.addressHint} />
      <TextInput source="watcher" label={text.payWays.watcher} helperText={text.payWays.watcherHint} />
      <NumberInput source="confirmations" label={text.payWays.confirmations} min={0} max={1000} />
    </>
  );
}

function BankFields() {
  return (
    <>
      <TextInput source="bank_name" label={text.payWays.bankName} />
      <TextInput source="bank_address" label={text.payWays.bankAddress} />
      <TextInput source="bank_swift" label={text.payWays.swift} />
      <TextInput source="payee_name" label={text.payWays.payee} />
      <TextInput source="payee_account" label={text.payWays.payeeAccount} />
      <TextInput source="bank_remark" label={text.payWays.bankRemark} />
    </>
  );
}

function AddAddresses({ id }: { readonly id: string }) {
  return (
    <ActionButton
      call={payWayCalls.addresses}
      label={text.payWays.addAddresses}
      lead={text.payWays.addressesLead}
      fields={[{ name: 'addresses', label: text.payWays.addresses, isLong: true }]}
      input={({ addresses = '' }) => ({
        params: { id },
        body: { addresses: addresses.split('\n').flatMap((line) => line.trim() || []) },
      })}
      done={({ added, known }) => text.payWays.added(added, known)}
    />
  );
}
