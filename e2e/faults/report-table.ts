/** Returns the function that aligns the cells of a row: the first one to the left, the others to the right. */
export function tableRow(firstWidth: number, width: number): (...cells: string[]) => string {
  return (...cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(firstWidth) : cell.padStart(width))).join('');
}

/** Returns milliseconds as seconds; `-` if there is no figure. */
export function inSeconds(ms: number | undefined, digits: number): string {
  return ms === undefined ? '-' : `${(ms / 1_000).toFixed(digits)} s`;
}

/** Returns the figure that a share of all is below; undefined without figures. */
export function shareOf(figures: readonly number[], share: number): number | undefined {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Returns a line of counts, and the first ten violations of each kind. */
export function violationLines(violations: Readonly<Record<string, readonly string[]>>): string[] {
  const all = Object.entries(violations);
  const texts = all.flatMap(([name, found]) => found.slice(0, 10).map((text) => `    ${name}: ${text}`));
  return [all.map(([name, found]) => `${name} ${found.length}`).join(' · '), ...texts];
}
