import type { DeskQueue } from '@candor/contracts/console/desk';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TablePagination from '@mui/material/TablePagination';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ListName } from '../../api/lists.ts';
import { useQueues } from '../../api/queues.ts';
import { CsvButton, FilterForm } from '../ListPage.tsx';
import { ListContext, type ListState, useList } from '../list-state.ts';
import { PageHead } from '../PageHead.tsx';
import { type Column, type ListRow, RowTable } from '../RowTable.tsx';
import { AllClear, NoFit } from './AllClear.tsx';
import { BulkBar } from './BulkBar.tsx';
import { Key } from './Key.tsx';
import { KeysFoot } from './KeysFoot.tsx';
import { useKeys } from './keys.ts';
import { useLiveList } from './live-list.ts';
import { LiveChip, QueueSummary } from './QueueHead.tsx';
import { useCursor } from './use-cursor.ts';

interface QueueProps<Row extends ListRow> {
  readonly name: ListName;
  /** Queue whose entries the list shows at first. */
  readonly queue: DeskQueue;
  /** Other queues whose entries it shows under another state. */
  readonly others?: readonly DeskQueue[];
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly linkTo: (row: Row) => string;
  /** Filter of the waiting entries. */
  readonly startFilter: Readonly<Record<string, unknown>>;
  readonly filters: ReactNode;
  /** Next steps when nobody waits. */
  readonly whenClear?: ReactNode;
  /** Entries that may be opened together, and the page that does so; none without it. */
  readonly bulk?: { readonly mayTick: (row: Row) => boolean; readonly pathOf: (rows: readonly Row[]) => string };
}

const noMore = 100;

/** Page of one queue: who waits, since when, live, with keys (R-CON-11, R-CON-14, R-CON-16). */
export function QueuePage<Row extends ListRow>(props: QueueProps<Row>) {
  const { name, queue, others = [], title, columns, linkTo, startFilter, filters, whenClear, bulk } = props;
  const start = { page: 1, perPage: 25, sort: 'id', order: 'DESC', filter: startFilter } as const;
  const state = useList<Row>({ name, fixed: undefined, start, isInAddress: true });
  const queues = useQueues();
  const waiting = queues.of(queue);
  const navigate = useNavigate();
  const cursor = useCursor(state.rows, linkTo, bulk?.mayTick);
  const [isUnderPointer, setIsUnderPointer] = useState(false);
  const isHeld = isUnderPointer || cursor.ticked.length > 0;
  const live = useLiveList([waiting, ...others.map(queues.of)], state.reload, isHeld);
  const oldest = waiting?.oldest_id ?? null;
  const openNext = oldest === null ? undefined : () => void navigate(linkTo({ id: oldest } as Row));
  const card = useRef<HTMLDivElement>(null);
  const filter = () => card.current?.querySelector<HTMLInputElement>('input[type=text]')?.focus();
  useKeys({ ...cursor.keys, n: openNext, '/': filter });
  const isWaitingView = state.filter['status'] === startFilter['status'];
  const isUnfiltered = Object.keys(state.filter).every((key) => key === 'status');
  return (
    <ListContext value={state as unknown as ListState<never>}>
      <PageHead title={title} aside={<LiveChip />} below={waiting && <QueueSummary queue={waiting} />}>
        <CsvButton fixed={undefined} />
        <Button
          sx={{ transition: 'none' }}
          variant="contained"
          disabled={openNext === undefined}
          onClick={openNext}
          endIcon={<Key name="N" />}
        >
          {text.queue.next}
        </Button>
      </PageHead>
      <Card ref={card} sx={{ mb: 2 }}>
        <FilterForm>{filters}</FilterForm>
        {live.isChanged && <ChangedNotice onShow={live.show} />}
        <Box onPointerEnter={() => setIsUnderPointer(true)} onPointerLeave={() => setIsUnderPointer(false)}>
          <RowTable
            columns={columns}
            linkTo={linkTo}
            marks={cursor.marks}
            hasTicks={bulk !== undefined}
            empty={
              isWaitingView && isUnfiltered ? (
                <AllClear>{whenClear}</AllClear>
              ) : (
                <NoFit hidden={waiting?.waiting ?? 0} onClear={() => state.setFilter(startFilter)} />
              )
            }
          />
        </Box>
        <Pages state={state} />
        <KeysFoot />
      </Card>
      {bulk !== undefined && cursor.ticked.length > 0 && (
        <BulkBar count={cursor.ticked.length} to={bulk.pathOf(cursor.ticked)} onClear={cursor.clear} />
      )}
    </ListContext>
  );
}

function ChangedNotice({ onShow }: { readonly onShow: () => void }) {
  const show = (
    <Button color="inherit" size="small" onClick={onShow}>
      {text.queue.show}
    </Button>
  );
  return (
    <Alert severity="info" action={show} sx={{ borderRadius: 0 }}>
      {text.queue.changed}
    </Alert>
  );
}

function Pages<Row>({ state: { total, page, perPage, change } }: { readonly state: ListState<Row> }) {
  if (total <= perPage && page === 1) return null;
  return (
    <TablePagination
      component="div"
      count={total}
      page={Math.min(page - 1, Math.max(0, Math.ceil(total / perPage) - 1))}
      rowsPerPage={perPage}
      rowsPerPageOptions={[25, 50, noMore]}
      onPageChange={(_, next) => change({ page: next + 1 })}
      onRowsPerPageChange={({ target }) => change({ page: 1, perPage: Number(target.value) })}
    />
  );
}
