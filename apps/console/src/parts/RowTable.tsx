import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { DataTable, type RaRecord, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { LoadFailed } from './LoadFailed.tsx';

export interface Column<Row> {
  /** Name of the field if the server sorts by it; any unique name otherwise. */
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  readonly canSort?: boolean;
}

interface RowTableProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** Path of a row's page; the first column links to it. */
  readonly linkTo?: (row: Row) => string;
}

/** Rows of the surrounding list: a dense table, on a phone one card per row. */
export function RowTable<Row extends RaRecord>({ columns, linkTo }: RowTableProps<Row>) {
  const { data, error, isPending, filterValues, refetch } = useListContext<Row>();
  const isNarrow = useMediaQuery((theme: { breakpoints: { down: (key: 'md') => string } }) =>
    theme.breakpoints.down('md'),
  );
  if (error) return <LoadFailed error={error} onAgain={() => void refetch()} />;
  if (!isPending && (data === undefined || data.length === 0)) {
    const isFiltered = Object.keys(filterValues ?? {}).length > 0;
    return (
      <Box sx={{ color: 'text.secondary', py: 5, textAlign: 'center' }}>
        {isFiltered ? text.list.emptyFiltered : text.list.empty}
      </Box>
    );
  }
  if (isNarrow) return <RowCards rows={data ?? []} columns={columns} linkTo={linkTo} />;
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <DataTable<Row> bulkActionButtons={false} rowClick={false} size="small">
        {columns.map((column, at) => (
          <DataTable.Col
            key={column.key}
            source={column.key as never}
            label={column.label}
            align={column.isNumber === true ? 'right' : 'left'}
            disableSort={column.canSort !== true}
            render={(row) => cellOf(row as Row, column, at === 0 ? linkTo : undefined)}
          />
        ))}
      </DataTable>
    </Box>
  );
}

function cellOf<Row>(row: Row, column: Column<Row>, linkTo: ((row: Row) => string) | undefined): ReactNode {
  if (linkTo === undefined) return column.cell(row);
  return (
    <Link component={RouterLink} to={linkTo(row)} sx={{ fontWeight: 600 }}>
      {column.cell(row)}
    </Link>
  );
}

function RowCards<Row extends RaRecord>(props: {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly linkTo: ((row: Row) => string) | undefined;
}) {
  const { rows, columns, linkTo } = props;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider', '&:last-child': { borderBottom: 0 } }}
        >
          <Box
            component="dl"
            sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2, rowGap: 0.75 }}
          >
            {columns.map((column, at) => (
              <Box key={column.key} sx={{ minWidth: 0 }}>
                <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
                  {column.label}
                </Box>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
                  {cellOf(row, column, at === 0 ? linkTo : undefined)}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
