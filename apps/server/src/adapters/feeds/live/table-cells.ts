/** Separators of tables, by their names in files. */
export const separators = { ',': ',', ';': ';', tab: '\t' } as const;

/** Splits a line; a cell in quotes may hold the separator. */
export function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}
