import type { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { Amount, Figure } from '../../parts/Figures.tsx';
import { TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

type Account = z.output<typeof accountCalls.one.answer>;

const amount = (key: 'balance' | 'locked' | 'equity' | 'margin' | 'free_margin', label: string): Column<Account> => ({
  key,
  label,
  isNumber: true,
  cell: (row) => <Amount value={row[key]} />,
});

const columns: readonly Column<Account>[] = [
  { key: 'id', label: text.common.account, cell: ({ id }) => <span className="num">{id}</span>, canSort: true },
  { key: 'uid', label: text.common.user, cell: ({ uid }) => <span className="num">{uid}</span> },
  { key: 'realm', label: text.accounts.realm, cell: ({ realm }) => text.common[realm] },
  amount('balance', text.accounts.balance),
  amount('locked', text.accounts.locked),
  amount('equity', text.accounts.equity),
  amount('margin', text.accounts.margin),
  amount('free_margin', text.accounts.free),
  {
    key: 'level',
    label: text.accounts.level,
    isNumber: true,
    cell: ({ margin_level }) => <Figure value={margin_level} />,
  },
  { key: 'open_orders', label: text.accounts.openOrders, isNumber: true, cell: ({ open_orders }) => open_orders },
];

const realms = [['real', text.common.real], ['demo', text.common.demo], allChoice] as const;

/** List of trading accounts with their current balances. */
export default function AccountsPage() {
  return (
    <ListPage<Account>
      name="accounts"
      title={text.menu.accounts}
      columns={columns}
      linkTo={({ id }) => `/accounts/${id}`}
      filters={
        <>
          <StatusFilter source="realm" label={text.accounts.realm} choices={realms} />
          <TextInput source="uid" label={text.list.user} helperText={false} />
        </>
      }
    />
  );
}
