import { text } from '@candor/texts/console';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Refresh from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TablePagination from '@mui/material/TablePagination';
import { type ReactNode, useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { api } from '../api/console-api.ts';
import { type ListName, listInput, lists } from '../api/lists.ts';
import { saveFile } from '../api/save-file.ts';
import { ListContext, type ListState, useList, useListState } from './list-state.ts';
import { notify } from './Notifications.tsx';
import { PageHead } from './PageHead.tsx';
import { AllClear } from './queue/AllClear.tsx';
import { type Column, type ListRow, RowTable } from './RowTable.tsx';

interface ListProps<Row> {
  readonly name: ListName;
  readonly columns: readonly Column<Row>[];
  readonly linkTo?: (row: Row) => string;
  /** Filters that cannot be changed, e.g. the account of a ledger. */
  readonly fixed?: Record<string, unknown>;
  readonly startFilter?: Record<string, unknown>;
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  /** True for a list of what waits: an empty one says so calmly. */
  readonly isQueue?: boolean;
  /** Refresh interval while the page is visible. */
  readonly everyMs?: number;
  /** Inputs named after the filters of the call. */
  readonly filters?: ReactNode;
  /** Buttons next to the export. */
  readonly actions?: ReactNode;
}

/** Page of one list: head, filters, rows, pagination and CSV export. */
export function ListPage<Row extends ListRow>(
  props: ListProps<Row> & { readonly title: string; readonly lead?: string; readonly notice?: ReactNode },
) {
  const { title, lead, actions, notice, ...list } = props;
  return (
    <ListAround {...list} isInAddress>
      <PageHead title={title} {...(lead !== undefined && { lead })}>
        {actions}
        <ReloadButton />
        <CsvButton fixed={list.fixed} />
      </PageHead>
      {notice}
      <Card sx={{ mb: 2 }}>
        <ListBody {...list} />
      </Card>
    </ListAround>
  );
}

/** List within another page. */
export function ListPart<Row extends ListRow>(props: ListProps<Row>) {
  return (
    <ListAround {...props}>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, px: 2, pb: 1 }}>
        {props.actions}
        <CsvButton fixed={props.fixed} />
      </Box>
      <ListBody {...props} />
    </ListAround>
  );
}

const newestFirst = { field: 'id', order: 'DESC' } as const;

function ListAround<Row>(props: ListProps<Row> & { readonly isInAddress?: boolean; readonly children: ReactNode }) {
  const { name, fixed, startFilter = {}, sort = newestFirst, everyMs, isInAddress = false, children } = props;
  const start = { page: 1, perPage: 25, sort: sort.field, order: sort.order, filter: startFilter };
  const state = useList<Row>({ name, fixed, start, isInAddress, everyMs });
  return <ListContext value={state as unknown as ListState<never>}>{children}</ListContext>;
}

function ListBody<Row extends ListRow>({ columns, linkTo, filters, isQueue = false }: ListProps<Row>) {
  const { total, page, perPage, isStartView, change } = useListState<Row>();
  return (
    <>
      {filters !== undefined && <FilterForm>{filters}</FilterForm>}
      <RowTable
        columns={columns}
        {...(linkTo !== undefined && { linkTo })}
        {...(isQueue && isStartView && { empty: <AllClear /> })}
      />
      {total > 0 && (
        <TablePagination
          component="div"
          count={total}
          page={Math.min(page - 1, Math.max(0, Math.ceil(total / perPage) - 1))}
          rowsPerPage={perPage}
          rowsPerPageOptions={[25, 50, 100]}
          onPageChange={(_, next) => change({ page: next + 1 })}
          onRowsPerPageChange={({ target }) => change({ page: 1, perPage: Number(target.value) })}
        />
      )}
    </>
  );
}

/** Pause in typing after which a filter applies. */
const typingPauseMs = 400;

/** Applies its inputs to the filters of the surrounding list while they are typed. */
export function FilterForm({ children }: { readonly children: ReactNode }) {
  const { filter, setFilter } = useListState();
  const form = useForm({ values: filter, resetOptions: { keepDirtyValues: false } });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ name, values }) => {
        clearTimeout(timer);
        if (name !== undefined) timer = setTimeout(() => setFilter(values), typingPauseMs);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  });
  return (
    <Box
      component="form"
      sx={{ borderBottom: 1, borderColor: 'divider', px: 2, py: 1 }}
      onSubmit={(event: { preventDefault: () => void }) => event.preventDefault()}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          alignItems: 'center',
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fill, minmax(150px, 1fr))' },
        }}
      >
        <FormProvider {...form}>{children}</FormProvider>
      </Box>
    </Box>
  );
}

function ReloadButton() {
  const { reload } = useListState();
  return (
    <Button variant="outlined" startIcon={<Refresh />} onClick={reload}>
      {text.list.refresh}
    </Button>
  );
}

/** Button that downloads the whole list with its current filters as the server's CSV. */
export function CsvButton({ fixed }: { readonly fixed: Record<string, unknown> | undefined }) {
  const { name, sort, order, filter } = useListState();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const input = listInput(name, { sort, order, filter: { ...filter, ...fixed } });
      saveFile(await api.csv(lists[name].list, input), `${name}.csv`);
    } catch (error) {
      notify(`${text.list.csvFailed}: ${(error as Error).message}`, 'error');
    }
    setIsBusy(false);
  };
  return (
    <Button variant="outlined" startIcon={<FileDownloadOutlined />} disabled={isBusy} onClick={() => void save()}>
      {text.list.csv}
    </Button>
  );
}
