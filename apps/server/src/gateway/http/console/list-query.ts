import type { ListQuery } from '@candor/contracts/console/call';
import type { ListPage, ListPeriod } from '../../../ports/console-reads.ts';
import { invalidField } from '../envelope.ts';

/**
 * Returns the page of a list that is stored in the order of its numbers; each of `names` is accepted as its sort
 * column.
 */
export function toListPage(query: ListQuery, names: readonly string[] = ['id']): ListPage {
  if (!names.includes(query.sort)) throw invalidField('sort');
  return { page: query.page, pageSize: query.per_page, isNewestFirst: query.order === 'DESC' };
}

export function toListPeriod({ from, to }: { from?: number | undefined; to?: number | undefined }): ListPeriod {
  return { fromMs: from ?? null, toMs: to ?? null };
}

/** Offset and size of a page, for lists that the store sorts. */
export function pageOf({ page, per_page: limit }: ListQuery): { offset: number; limit: number } {
  return { offset: (page - 1) * limit, limit };
}

type Cell = string | number | boolean | null;

/** Returns a page of rows held in memory, sorted by one of their columns; an unknown column is refused by name. */
export function pageRows<Row extends object>(rows: readonly Row[], query: ListQuery): { data: Row[]; total: number } {
  const { sort, order } = query;
  const cellOf = (row: Row) => (row as Record<string, Cell>)[sort] ?? null;
  if (rows[0] !== undefined && !(sort in rows[0])) throw invalidField('sort');
  const sorted = rows.toSorted((left, right) => compare(cellOf(left), cellOf(right)) * (order === 'ASC' ? 1 : -1));
  const { offset, limit } = pageOf(query);
  return { data: sorted.slice(offset, offset + limit), total: rows.length };
}

const decimal = /^-?\d+(\.\d+)?$/;

/** Compares decimal texts by value; missing values come first. */
function compare(left: Cell, right: Cell): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  if (typeof left === 'string' && typeof right === 'string' && !(decimal.test(left) && decimal.test(right)))
    return left.localeCompare(right, 'en');
  return Number(left) - Number(right);
}
