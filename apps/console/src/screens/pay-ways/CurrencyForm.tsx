import { type drawCurrencyBody, payWayCalls } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { FieldGrid, FormCard } from '../../parts/FormCard.tsx';
import { BooleanInput, SelectInput, TextInput } from '../../parts/inputs.tsx';
import { Section } from '../../parts/Section.tsx';
import { RateInput, useSaveWithRate } from './RateInput.tsx';

type Body = z.output<typeof drawCurrencyBody>;

const blank: Body = {
  kind: 'coin',
  code: '',
  protocol: '',
  fee_type: 1,
  draw_rate: '0',
  usd_price: '1',
  min: '0',
  max: '0',
  is_active: true,
};
const currenciesTab = '/pay-ways?tab=currencies';
const kinds = [
  { id: 'coin', name: text.funds.coin },
  { id: 'bank', name: text.funds.bank },
];
const feeTypes = [
  { id: 1, name: text.payWays.feeFixed },
  { id: 2, name: text.payWays.feeRate },
];

/** Form of a payout currency. */
export function CurrencyForm({ id }: { readonly id: string }) {
  const isNew = id === 'new';
  const loaded = useCall(payWayCalls.drawCurrency, { params: { id } }, { isWanted: !isNew });
  const act = useAction();
  const navigate = useNavigate();
  const { saveWithRate, dialog } = useSaveWithRate();
  const save = async (values: Body) => {
    const body = { ...values, protocol: values.protocol ?? '' };
    const outcome = await saveWithRate({ unit: values.code, rate: values.usd_price }, (confirmed) =>
      isNew
        ? act(payWayCalls.addDrawCurrency, { body: { ...body, ...confirmed } }, text.common.saved)
        : act(payWayCalls.changeDrawCurrency, { params: { id }, body: { ...body, ...confirmed } }, text.common.saved),
    );
    if (outcome.problem === null) void navigate(currenciesTab);
    return outcome;
  };
  return (
    <DetailPage<Body>
      title={isNew ? text.payWays.addCurrency : `${text.payWays.editCurrency} ${id}`}
      lead={text.payWays.currencyLead}
      back={{ to: currenciesTab, label: text.payWays.currencies }}
      loaded={isNew ? { ...loaded, data: blank, error: null } : loaded}
    >
      {(record) => (
        <Section>
          {dialog}
          <FormCard<Body>
            record={record}
            label={text.common.save}
            isReadOnly={!mayCall(payWayCalls.addDrawCurrency)}
            onSave={save}
          >
            <FieldGrid>
              <SelectInput source="kind" label={text.payWays.kind} choices={kinds} emptyText={false} />
              <TextInput source="code" label={text.payWays.currency} />
              <TextInput source="protocol" label={text.payWays.network} />
              <SelectInput source="fee_type" label={text.payWays.feeType} choices={feeTypes} emptyText={false} />
              <TextInput source="draw_rate" label={text.payWays.feeValue} />
              <PayoutRate />
              <TextInput source="min" label={text.payWays.minUsd} />
              <TextInput source="max" label={text.payWays.max} />
              <BooleanInput source="is_active" label={text.payWays.active} />
            </FieldGrid>
          </FormCard>
        </Section>
      )}
    </DetailPage>
  );
}

function PayoutRate() {
  const code = useWatch({ name: 'code' }) as string;
  return <RateInput unit={code} isPayout />;
}
