import { payWayCalls } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type * as z from 'zod/mini';
import { mayCall } from '../../parts/ActionButton.tsx';
import { Amount, Figure, Moment } from '../../parts/Figures.tsx';
import { ListPart } from '../../parts/ListPage.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { FundsSettings } from './FundsSettings.tsx';

type PayWay = z.output<typeof payWayCalls.one.answer>;
type DrawCurrency = z.output<typeof payWayCalls.drawCurrency.answer>;

const offered = (isActive: boolean) => (
  <ToneChip label={isActive ? text.common.yes : text.common.no} tone={isActive ? 'good' : 'quiet'} />
);

const wayColumns: readonly Column<PayWay>[] = [
  { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
  { key: 'kind', label: text.payWays.kind, cell: ({ kind }) => text.funds[kind] },
  {
    key: 'currency',
    label: text.payWays.currency,
    cell: ({ currency, protocol }) => (protocol === '' ? currency : `${currency} · ${protocol}`),
  },
  {
    key: 'address',
    label: text.funds.paidTo,
    cell: ({ address, payee_account, bank_name }) => (
      <span className="code">{address || [bank_name, payee_account].filter(Boolean).join(' · ')}</span>
    ),
  },
  {
    key: 'usd_price',
    label: text.payWays.usdPrice,
    isNumber: true,
    cell: ({ usd_price }) => <Figure value={usd_price} />,
  },
  { key: 'min', label: text.payWays.min, isNumber: true, cell: ({ min }) => <Figure value={min} /> },
  { key: 'free', label: text.payWays.freeAddresses, isNumber: true, cell: (row) => row.free_addresses },
  { key: 'is_active', label: text.payWays.active, cell: ({ is_active }) => offered(is_active) },
  { key: 'created_at', label: text.common.at, cell: ({ created_at }) => <Moment ms={created_at} /> },
];

const currencyColumns: readonly Column<DrawCurrency>[] = [
  { key: 'id', label: text.common.id, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
  { key: 'kind', label: text.payWays.kind, cell: ({ kind }) => text.funds[kind] },
  {
    key: 'code',
    label: text.payWays.currency,
    cell: (row) => (row.protocol === '' ? row.code : `${row.code} · ${row.protocol}`),
  },
  {
    key: 'fee_type',
    label: text.payWays.feeType,
    cell: ({ fee_type }) => (fee_type === 1 ? text.payWays.feeFixed : text.payWays.feeRate),
  },
  { key: 'draw_rate', label: text.payWays.feeValue, isNumber: true, cell: (row) => <Figure value={row.draw_rate} /> },
  { key: 'usd_price', label: text.payWays.usdPrice, isNumber: true, cell: (row) => <Figure value={row.usd_price} /> },
  { key: 'min', label: text.payWays.minUsd, isNumber: true, cell: ({ min }) => <Amount value={min} /> },
  { key: 'is_active', label: text.payWays.active, cell: ({ is_active }) => offered(is_active) },
];

const tabs = ['ways', 'currencies', 'settings'] as const;

/** Page of deposit methods, payout currencies and the thresholds of the money desk; the address names the tab. */
export default function PayWaysPage() {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'ways';
  return (
    <>
      <PageHead title={text.menu['pay-ways']} lead={text.payWays.lead} />
      <Card>
        <Tabs
          value={tab}
          onChange={(_, value: (typeof tabs)[number]) => setParams({ tab: value }, { replace: true })}
          aria-label={text.menu['pay-ways']}
          sx={{ px: 1, borderBottom: 1, borderColor: 'divider', mb: 1.5 }}
        >
          {tabs.map((name) => (
            <Tab key={name} value={name} label={text.payWays[name]} />
          ))}
        </Tabs>
        {tab === 'ways' && (
          <ListPart<PayWay>
            name="pay-ways"
            columns={wayColumns}
            linkTo={({ id }) => `/pay-ways/way/${id}`}
            actions={<AddButton to="/pay-ways/way/new" label={text.payWays.addWay} />}
          />
        )}
        {tab === 'currencies' && (
          <ListPart<DrawCurrency>
            name="draw-currencies"
            columns={currencyColumns}
            linkTo={({ id }) => `/pay-ways/currency/${id}`}
            actions={<AddButton to="/pay-ways/currency/new" label={text.payWays.addCurrency} />}
          />
        )}
        {tab === 'settings' && <FundsSettings />}
      </Card>
    </>
  );
}

function AddButton({ to, label }: { readonly to: string; readonly label: string }) {
  if (!mayCall(payWayCalls.add)) return null;
  return (
    <Button component={RouterLink} to={to} variant="contained" startIcon={<Add />}>
      {label}
    </Button>
  );
}
