import { text } from '@candor/texts/console';
import Refresh from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';
import { FilterLiveForm, ListBase, Pagination, type RaRecord, useListContext } from 'react-admin';
import type { ResourceName } from '../api/resources.ts';
import { CsvButton } from './CsvButton.tsx';
import { PageHead } from './PageHead.tsx';
import { type Column, RowTable } from './RowTable.tsx';

interface ListProps<Row> {
  readonly resource: ResourceName;
  readonly columns: readonly Column<Row>[];
  readonly linkTo?: (row: Row) => string;
  /** Filters that cannot be changed, e.g. the account of a ledger. */
  readonly fixed?: Record<string, unknown>;
  readonly startFilter?: Record<string, unknown>;
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  /** Refresh interval while the page is visible. */
  readonly everyMs?: number;
  /** Inputs named after the filters of the call. */
  readonly filters?: ReactNode;
  /** Buttons next to the export. */
  readonly actions?: ReactNode;
}

/** Page of one list: head, filters, rows, pagination and CSV export. */
export function ListPage<Row extends RaRecord>(
  props: ListProps<Row> & { readonly title: string; readonly lead?: string; readonly notice?: ReactNode },
) {
  const { title, lead, actions, notice, ...list } = props;
  return (
    <ListAround {...list} inAddress>
      <PageHead title={title} {...(lead !== undefined && { lead })}>
        {actions}
        <ReloadButton />
        <CsvButton resource={list.resource} />
      </PageHead>
      {notice}
      <ListCard {...list} />
    </ListAround>
  );
}

/** List within another page. */
export function ListPart<Row extends RaRecord>(props: ListProps<Row>) {
  return (
    <ListAround {...props}>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, px: 2, pb: 1 }}>
        {props.actions}
        <CsvButton resource={props.resource} />
      </Box>
      <ListBody {...props} />
    </ListAround>
  );
}

const dullSort = { field: 'id', order: 'DESC' } as const;

function ListAround<Row>(props: ListProps<Row> & { readonly inAddress?: boolean; readonly children: ReactNode }) {
  const { resource, fixed, startFilter, sort = dullSort, everyMs, inAddress = false, children } = props;
  return (
    <ListBase
      resource={resource}
      perPage={25}
      sort={sort}
      exporter={false}
      disableSyncWithLocation={!inAddress}
      {...(fixed !== undefined && { filter: fixed })}
      {...(startFilter !== undefined && { filterDefaultValues: startFilter })}
      storeKey={inAddress ? resource : false}
      queryOptions={{
        // Shown instead of the rows.
        onError: () => undefined,
        ...(everyMs !== undefined && { refetchInterval: everyMs }),
      }}
    >
      {children}
    </ListBase>
  );
}

function ListCard<Row extends RaRecord>(props: ListProps<Row>) {
  return (
    <Card sx={{ mb: 2 }}>
      <ListBody {...props} />
    </Card>
  );
}

function ListBody<Row extends RaRecord>({ columns, linkTo, filters }: ListProps<Row>) {
  return (
    <>
      {filters !== undefined && (
        <Box sx={{ borderBottom: 1, borderColor: 'divider', px: 2, py: 1 }}>
          <FilterLiveForm>
            <Box
              sx={{
                display: 'grid',
                gap: 1,
                alignItems: 'center',
                gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fill, minmax(150px, 1fr))' },
              }}
            >
              {filters}
            </Box>
          </FilterLiveForm>
        </Box>
      )}
      <RowTable columns={columns} {...(linkTo !== undefined && { linkTo })} />
      <Pagination rowsPerPageOptions={[25, 50, 100]} />
    </>
  );
}

function ReloadButton() {
  const { refetch } = useListContext();
  return (
    <Button variant="outlined" startIcon={<Refresh />} onClick={() => void refetch()}>
      {text.list.refresh}
    </Button>
  );
}
