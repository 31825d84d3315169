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
