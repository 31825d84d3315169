import type { userCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { formatWord } from '../../format/words.ts';
import { Moment } from '../../parts/Figures.tsx';
import { ListPart } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';

type Look = z.output<typeof userCalls.looks.answer>['data'][number];

const columns: readonly Column<Look>[] = [
  { key: 'at', label: text.common.at, cell: ({ at }) => <Moment ms={at} /> },
  { key: 'operator', label: text.audit.operator, cell: ({ operator }) => operator || text.common.none },
  { key: 'action', label: text.audit.action, cell: ({ action }) => formatWord(action) },
  { key: 'reason', label: text.common.reason, cell: ({ reason }) => reason || text.common.none },
];

/** Looks at the client, searches that found them and changes, newest first (R-CON-24). */
export function UserLooks({ uid }: { readonly uid: string }) {
  return <ListPart<Look> name="looks" columns={columns} fixed={{ uid }} />;
}
