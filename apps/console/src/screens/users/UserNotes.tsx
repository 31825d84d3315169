import { clientCalls } from '@candor/contracts/console/clients';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import type * as z from 'zod/mini';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { ListPart } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';

type Note = z.output<typeof clientCalls.notes.answer>['data'][number];

const columns: readonly Column<Note>[] = [
  { key: 'at', label: text.common.at, cell: ({ at }) => <Moment ms={at} /> },
  { key: 'operator', label: text.audit.operator, cell: ({ operator }) => operator },
  {
    key: 'note',
    label: text.users.note,
    cell: ({ note }) => (
      <Box component="bdi" sx={{ display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 200 }}>
        {note}
      </Box>
    ),
  },
];

const noteField = { name: 'note', label: text.users.note, hint: text.users.noteHint, isLong: true, lengthMin: 3 };

/** Notes of operators about the client, newest first (R-CON-32). */
export function UserNotes({ uid }: { readonly uid: string }) {
  return (
    <ListPart<Note>
      name="client-notes"
      columns={columns}
      fixed={{ uid }}
      actions={
        <ActionButton
          call={clientCalls.addNote}
          label={text.users.addNote}
          lead={text.users.notesLead}
          fields={[noteField]}
          input={({ note = '' }, clientId) => ({ params: { uid }, body: { note, client_id: clientId } })}
          done={text.common.saved}
        />
      }
    />
  );
}
