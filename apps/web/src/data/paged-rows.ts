/**
 * Rows of all loaded pages, each once. If a row is added at the top while pages are fetched, the others move on and one of them
 * is on two pages; the later page is the newer one.
 */
export function pagedRows<Page, Row extends { readonly id: number | string }>(
  pages: readonly Page[],
  rowsIn: (page: Page) => readonly Row[],
): Row[] {
  return [...new Map(pages.flatMap(rowsIn).map((row): [Row['id'], Row] => [row.id, row])).values()];
}
