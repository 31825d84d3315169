/** State of everything at the end of a month. */
export interface MonthFigures {
  readonly month: number;
  readonly entries: number;
  readonly openOrders: number;
  readonly accountsEver: number;
  /** Entries after the newest snapshot, which a restart replays. */
  readonly replayed: number;
  readonly restartMs: number;
  readonly restartProcessorMs: number;
  /** Heap of the core's process after a collection, and its resident memory. */
  readonly heapMb: number;
  readonly memoryMb: number;
  /** Journal with its indexes, ids of commands, and snapshots in the database. */
  readonly journalMb: number;
  readonly idsMb: number;
  readonly snapshotsMb: number;
  /** Balances of ledgers and ends of the receipts' chains, written with every entry. */
  readonly balancesMb: number;
  /** Histories that traders see: orders, postings, receipts. They grow with what was traded. */
  readonly historyMb: number;
  /** Every other table. */
  readonly otherMb: number;
  readonly archiveMb: number;
  /** Partitions of the journal and days of ids in the database, and kept snapshots. */
  readonly partitions: number;
  readonly idDays: number;
  readonly snapshots: number;
  /**
   * Processor time for an entry: of the core, of tables with receipts, of snapshots, and of the database; for an archived
   * entry, that of the archive with the database.
   */
  readonly coreUs: number;
  readonly tablesUs: number;
  readonly snapshotsUs: number;
  readonly databaseUs: number;
  readonly archiveUs: number;
  /** The same in units of fixed work that was measured beside it. */
  readonly coreRatio: number;
  readonly tablesRatio: number;
  readonly snapshotsRatio: number;
  readonly databaseRatio: number;
  /** Processor time of the fixed work: an entry of the engine, a row of the database. */
  readonly paceEntryUs: number;
  readonly paceRowUs: number;
  /** For an entry: time of collections, and memory allocated, in the core. */
  readonly collectUs: number;
  readonly allocatedKb: number;
  /** For an entry, counted by the database: transactions, rows, buffers found and read, write-ahead log. */
  readonly commits: number;
  readonly rowsWritten: number;
  readonly rowsRead: number;
  readonly buffersHit: number;
  readonly buffersRead: number;
  readonly walKb: number;
  readonly tookMs: number;
}

type Field = Exclude<keyof MonthFigures, 'month'>;

const panels: readonly { readonly field: Field; readonly title: string; readonly unit: string }[] = [
  { field: 'entries', title: 'Journal entries ever', unit: '' },
  { field: 'restartProcessorMs', title: 'Restart, processor time', unit: 'ms' },
  { field: 'replayed', title: 'Entries after the snapshot, replayed by the restart', unit: '' },
  { field: 'heapMb', title: 'Heap of the core', unit: 'MB' },
  { field: 'memoryMb', title: 'Memory of the core with everything in its process', unit: 'MB' },
  { field: 'journalMb', title: 'Journal in the database', unit: 'MB' },
  { field: 'idsMb', title: 'Ids of commands', unit: 'MB' },
  { field: 'snapshotsMb', title: 'Snapshots', unit: 'MB' },
  { field: 'balancesMb', title: 'Balances and ends of receipt chains', unit: 'MB' },
  { field: 'otherMb', title: 'Every other table', unit: 'MB' },
  { field: 'coreRatio', title: 'Core, an entry in units of fixed work', unit: '' },
  { field: 'coreUs', title: 'Core, processor time for an entry', unit: 'µs' },
  { field: 'tablesRatio', title: 'Tables and receipts, in units of fixed work', unit: '' },
  { field: 'tablesUs', title: 'Tables and receipts, processor time for an entry', unit: 'µs' },
  { field: 'snapshotsRatio', title: 'Snapshots, in units of fixed work', unit: '' },
  { field: 'snapshotsUs', title: 'Snapshots, processor time for an entry', unit: 'µs' },
  { field: 'databaseRatio', title: 'Database, in units of fixed work', unit: '' },
  { field: 'databaseUs', title: 'Database, processor time for an entry', unit: 'µs' },
  { field: 'paceEntryUs', title: 'Fixed work itself: other work on the machine', unit: 'µs' },
  { field: 'archiveUs', title: 'Archive, processor time for an archived entry', unit: 'µs' },
  { field: 'allocatedKb', title: 'Memory allocated by the core for an entry', unit: 'kB' },
  { field: 'buffersHit', title: 'Buffers of the database touched for an entry', unit: '' },
  { field: 'rowsRead', title: 'Rows read for an entry', unit: '' },
  { field: 'rowsWritten', title: 'Rows written for an entry', unit: '' },
  { field: 'historyMb', title: 'Histories of orders, postings, receipts', unit: 'MB' },
  { field: 'archiveMb', title: 'Archive on disk', unit: 'MB' },
];
const [columns, width, height, margin] = [2, 440, 150, 12];
const plot = { left: 64, top: 34, right: 12, bottom: 24 };

/** Draws the months as an SVG picture: one panel a figure, each from zero. */
export function yearPicture(months: readonly MonthFigures[]): string {
  const rows = Math.ceil(panels.length / columns);
  const drawn = panels.map((panel, at) => {
    const [x, y] = [(at % columns) * width, Math.floor(at / columns) * height];
    return `<g transform="translate(${x} ${y})">${panelOf(panel, months)}</g>`;
  });
  const [right, bottom] = [columns * width + margin, rows * height + margin];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right} ${bottom}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join('\n')}
</svg>
`;
}

function panelOf({ field, title, unit }: (typeof panels)[number], months: readonly MonthFigures[]): string {
  const most = Math.max(...months.map((month) => month[field]), 1);
  const [inner, tall] = [width - plot.left - plot.right, height - plot.top - plot.bottom];
  const x = (at: number) => plot.left + (months.length < 2 ? 0 : (at / (months.length - 1)) * inner);
  const y = (value: number) => plot.top + tall - (value / most) * tall;
  const points = months.map((month, at) => `${x(at).toFixed(1)},${y(month[field]).toFixed(1)}`).join(' ');
  const label = `${Math.round(most).toLocaleString('en')} ${unit}`.trim();
  return [
    `<text x="${plot.left}" y="20" font-weight="bold">${title}</text>`,
    `<path d="M${plot.left} ${plot.top}V${plot.top + tall}H${plot.left + inner}" fill="none" stroke="#999"/>`,
    `<text x="${plot.left - 6}" y="${plot.top + 6}" text-anchor="end" fill="#555">${label}</text>`,
    `<text x="${plot.left - 6}" y="${plot.top + tall}" text-anchor="end" fill="#555">0</text>`,
    `<text x="${plot.left}" y="${height - 8}" fill="#555">month 1</text>`,
    `<text x="${plot.left + inner}" y="${height - 8}" text-anchor="end" fill="#555">${months.length}</text>`,
    `<polyline points="${points}" fill="none" stroke="#1565c0" stroke-width="2"/>`,
  ].join('');
}
