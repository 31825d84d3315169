import type { userCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { Amount, Moment } from '../../parts/Figures.tsx';
import { TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

type User = z.output<typeof userCalls.list.answer>['data'][number];

const columns: readonly Column<User>[] = [
  { key: 'uid', label: text.common.user, cell: ({ uid }) => <span className="num">{uid}</span> },
  { key: 'email', label: text.users.email, cell: ({ email }) => email || text.common.none },
  {
    key: 'mobile',
    label: text.users.mobile,
    cell: ({ mobile }) => <span className="num">{mobile || text.common.none}</span>,
  },
  { key: 'kind', label: text.users.kind, cell: ({ is_demo }) => (is_demo === 1 ? text.common.demo : text.common.real) },
  {
    key: 'review',
    label: text.users.review,
    cell: ({ review_status }) => text.users.reviewStatus[review_status] ?? String(review_status),
  },
  { key: 'balance', label: text.users.balance, isNumber: true, cell: ({ balance }) => <Amount value={balance} /> },
  {
    key: 'state',
    label: text.common.status,
    cell: ({ is_disabled }) => (
      <ToneChip label={is_disabled ? text.users.disabled : text.users.enabled} tone={is_disabled ? 'bad' : 'quiet'} />
    ),
  },
  { key: 'seen', label: text.users.seen, cell: ({ last_seen_at }) => <Moment ms={last_seen_at} /> },
  { key: 'created_at', label: text.users.created, cell: ({ created_at }) => <Moment ms={created_at} /> },
];

const kinds = [[0, text.common.real], [1, text.common.demo], allChoice] as const;

/** List of users, searched by number, email or mobile. */
export default function UsersPage() {
  return (
    <ListPage<User>
      name="users"
      title={text.menu.users}
      columns={columns}
      linkTo={({ uid }) => `/users/${uid}`}
      filters={
        <>
          <StatusFilter source="is_demo" label={text.users.kind} choices={kinds} />
          <TextInput source="q" type="search" label={text.users.searchHint} helperText={false} />
        </>
      }
    />
  );
}
