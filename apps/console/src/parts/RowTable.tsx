import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { LoadFailed } from './LoadFailed.tsx';
import { useListState } from './list-state.ts';

export interface ListRow {
  readonly id: string | number;
}

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
  readonly marks?: RowMarks<Row>;
  /** True if rows can be ticked; needs `marks`. */
  readonly hasTicks?: boolean;
  /** Shown instead of rows if there is none. */
  readonly empty?: ReactNode;
}

/** Current row and ticked rows of a queue. */
export interface RowMarks<Row> {
  /** Row that the keys act on; null for none. */
  readonly currentId: ListRow['id'] | null;
  readonly isTicked: (row: Row) => boolean;
  /** False for a row that must be decided by itself. */
  readonly mayTick: (row: Row) => boolean;
  readonly tick: (row: Row) => void;
}

/** Rows of the surrounding list: a dense table, on a phone one card per row. */
export function RowTable<Row extends ListRow>({ columns, linkTo, marks, hasTicks = false, empty }: RowTableProps<Row>) {
  const ticks = hasTicks ? marks : undefined;
  const { rows, error, isFiltered, reload } = useListState<Row>();
  const isNarrow = useMediaQuery((theme: { breakpoints: { down: (key: 'md') => string } }) =>
    theme.breakpoints.down('md'),
  );
  if (rows === undefined && error) return <LoadFailed error={error} onAgain={reload} />;
  if (rows === undefined) return <Skeleton variant="rounded" height={160} sx={{ m: 2 }} />;
  // A later failure keeps the rows that were read.
  const failed = error && <LoadFailed error={error} title={text.queue.oldRows} onAgain={reload} />;
  if (rows.length === 0) {
    const words = isFiltered ? text.list.emptyFiltered : text.list.empty;
    return (
      <>
        {failed}
        {empty ?? <Box sx={{ color: 'text.secondary', py: 5, textAlign: 'center' }}>{words}</Box>}
      </>
    );
  }
  if (isNarrow)
    return (
      <>
        {failed}
        <RowCards rows={rows} columns={columns} linkTo={linkTo} marks={ticks} />
      </>
    );
  return (
    <Box sx={{ overflowX: 'auto' }}>
      {failed}
      <Table size="small">
        <TableHead>
          <TableRow>
            {ticks !== undefined && <TableCell component="td" padding="checkbox" />}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id} hover {...lookOf(row, marks)}>
              {ticks !== undefined && (
                <TableCell padding="checkbox">
                  <Tick row={row} marks={ticks} />
                </TableCell>
              )}
              {columns.map((column, at) => (
                <TableCell key={column.key} align={alignOf(column)}>
                  {cellOf(row, column, at === 0 ? linkTo : undefined)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

/** The current row is sunken with a bar of ink; ticked rows are lighter. */
function lookOf<Row extends ListRow>(row: Row, marks: RowMarks<Row> | undefined) {
  if (marks === undefined) return {};
  const isCurrent = marks.currentId === row.id;
  return {
    selected: isCurrent || marks.isTicked(row),
    'aria-current': isCurrent ? ('true' as const) : undefined,
    sx: isCurrent ? { '& > :first-of-type': { boxShadow: 'inset 3px 0 0 currentColor' } } : {},
  };
}

function Tick<Row extends ListRow>({ row, marks }: { readonly row: Row; readonly marks: RowMarks<Row> }) {
  return (
    <Checkbox
      size="small"
      checked={marks.isTicked(row)}
      disabled={!marks.mayTick(row)}
      onChange={() => marks.tick(row)}
      slotProps={{ input: { 'aria-label': text.queue.select(row.id) } }}
    />
  );
}

const alignOf = ({ isNumber }: Pick<Column<never>, 'isNumber'>) => (isNumber === true ? 'right' : 'left');

/** Heading of a column; sorts the list if the server can sort by it. */
function HeadCell<Row>({ column }: { readonly column: Column<Row> }) {
  const { sort, order, change } = useListState();
  const { key, label, canSort } = column;
  if (canSort !== true) return <TableCell align={alignOf(column)}>{label}</TableCell>;
  const isSorted = sort === key;
  const direction = order === 'ASC' ? 'asc' : 'desc';
  const next = isSorted && order === 'DESC' ? 'ASC' : 'DESC';
  return (
    <TableCell align={alignOf(column)} sortDirection={isSorted ? direction : false}>
      <TableSortLabel
        active={isSorted}
        direction={isSorted ? direction : 'desc'}
        onClick={() => change({ page: 1, sort: key, order: next })}
      >
        {label}
      </TableSortLabel>
    </TableCell>
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

function RowCards<Row extends ListRow>(props: {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly linkTo: ((row: Row) => string) | undefined;
  readonly marks: RowMarks<Row> | undefined;
}) {
  const { rows, columns, linkTo, marks } = props;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider', '&:last-child': { borderBottom: 0 } }}
        >
          {marks !== undefined && <Tick row={row} marks={marks} />}
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
