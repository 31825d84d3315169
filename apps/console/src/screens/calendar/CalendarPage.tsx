import { calendarConsoleCalls } from '@candor/contracts/console/calendar';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { mayCall } from '../../parts/ActionButton.tsx';
import { Moment } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { ImportCard } from './ImportCard.tsx';

type Entry = z.output<typeof calendarConsoleCalls.list.answer>['data'][number];

const { calendar } = text;

const columns: readonly Column<Entry>[] = [
  { key: 'at', label: calendar.time, cell: ({ at }) => <Moment ms={at} /> },
  { key: 'currency', label: calendar.currency, cell: ({ currency }) => currency },
  { key: 'importance', label: calendar.importance, cell: ({ importance }) => calendar.importances[importance] },
  { key: 'title', label: calendar.title, cell: ({ title }) => title },
  { key: 'forecast', label: calendar.forecast, cell: ({ forecast }) => forecast || text.common.none },
  { key: 'previous', label: calendar.previous, cell: ({ previous }) => previous || text.common.none },
  { key: 'actual', label: calendar.actual, cell: ({ actual }) => actual || text.common.none },
  {
    key: 'state',
    label: text.common.status,
    cell: ({ is_deleted }) => (
      <ToneChip label={is_deleted ? calendar.removed : calendar.shown} tone={is_deleted ? 'bad' : 'good'} />
    ),
  },
  { key: 'by', label: text.common.by, cell: ({ by }) => by },
];

/** Economic calendar: import of files, and the list of entries (R-CAL-02). */
export default function CalendarPage() {
  return (
    <>
      <ListPage<Entry>
        name="calendar"
        title={text.menu.calendar}
        lead={calendar.lead}
        columns={columns}
        linkTo={({ id }) => `/calendar/${id}`}
      />
      {mayCall(calendarConsoleCalls.importFile) && <ImportCard />}
    </>
  );
}
