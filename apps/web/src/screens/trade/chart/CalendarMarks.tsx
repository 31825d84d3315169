import type { Chart } from 'klinecharts';
import { useRef, useState } from 'react';
import { useCalendar } from '../../../data/calendar.ts';
import type { CalendarEntry } from '../../../data/calendar-entry.ts';
import type { TimedPeriod } from '../../../data/chart-period.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { clockText, dayText } from '../../../format/time-text.ts';
import { localeTag, t } from '../../../i18n/text.ts';
import { useSettings } from '../../../session/settings-store.ts';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import listRowStyles from '../../../ui/ListRow.module.css';
import { Sheet } from '../../../ui/Sheet.tsx';
import { figuresOf, gradeTexts } from '../../../widgets/calendar-figures.ts';
import styles from './CalendarMarks.module.css';
import { barOf, type CalendarMark, groupMarks } from './calendar-marks.ts';
import type { ChartLayerHandle } from './chart-layer.ts';
import { barX, pricePane } from './crosshair.ts';
import { useScale } from './line-placing.ts';

const dayMs = 86_400_000;
const axisPane = 'x_axis_pane';

export interface CalendarMarksProps {
  readonly layer: ChartLayerHandle;
  readonly chart: Chart;
  readonly facts: InstrumentFacts;
  readonly period: TimedPeriod;
}

/** Entries of the economic calendar for the instrument's currencies, as marks on the time axis (R-CHT-10). */
export function CalendarMarks({ layer, chart, facts: { spec }, period }: CalendarMarksProps) {
  const [fromMs, setFrom] = useState(Date.now);
  const [marks, setMarks] = useState<readonly CalendarMark[]>([]);
  const [opened, setOpened] = useState<readonly CalendarEntry[] | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const { data } = useCalendar(fromMs);
  const currencies = [spec.baseCurrency, spec.quoteCurrency];
  const entries = (data?.entries ?? []).filter(({ currency }) => currencies.includes(currency));

  useScale(layer, () => {
    const bars = chart.getDataList();
    const firstMs = bars[Math.max(0, chart.getVisibleRange().from)]?.timestamp;
    if (firstMs !== undefined && Math.floor(firstMs / dayMs) !== Math.floor(fromMs / dayMs)) setFrom(firstMs);
    const width = chart.getSize(pricePane, 'main')?.width ?? 0;
    const next = groupMarks(entries, ({ atMs }) => {
      const index = barOf(bars, atMs, period);
      const x = index === null ? Number.NaN : barX(chart, index);
      return x >= 0 && x <= width ? x : null;
    });
    if (row.current !== null) {
      row.current.style.bottom = `${chart.getSize(axisPane)?.height ?? 0}px`;
      for (const [index, button] of [...row.current.children].entries())
        if (button instanceof HTMLElement) button.style.left = `${next[index]?.x ?? 0}px`;
    }
    if (keyOf(next) !== keyOf(marks)) setMarks(next);
  });

  return (
    <>
      <div ref={row} className={styles.marks} data-part="calendar-marks">
        {marks.map((mark) => (
          <Mark key={mark.entries[0]?.id} mark={mark} onOpen={() => setOpened(mark.entries)} />
        ))}
      </div>
      {opened === null ? null : <EntriesSheet entries={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function keyOf(marks: readonly CalendarMark[]): string {
  return marks.map(({ entries }) => entries.map(({ id, importance }) => `${id}.${importance}`).join()).join(' ');
}

/** Shapes of low, medium and high importance: ring, diamond, filled triangle. */
const shapes = {
  1: <circle cx="6" cy="6" r="3.5" />,
  2: <path d="M6 1.500 10.500 6 6 10.500 1.500 6Z" />,
  3: <path d="M6 1 11.500 11h-11Z" fill="currentColor" />,
} as const;

function Mark({ mark: { x, entries }, onOpen }: { readonly mark: CalendarMark; readonly onOpen: () => void }) {
  const most = entries.reduce<1 | 2 | 3>((high, { importance }) => (importance > high ? importance : high), 1);
  const titles = entries.map(({ currency, title }) => `${currency} \u2068${title}\u2069`).join(', ');
  return (
    <button
      type="button"
      className={styles.mark}
      style={{ left: x }}
      data-importance={most}
      aria-haspopup="dialog"
      aria-label={`${t('calendar.title')}: ${titles}, ${t('calendar.importance')}: ${t(gradeTexts[most])}`}
      onClick={onOpen}
    >
      <svg
        viewBox="0 0 12 12"
        width="12"
        height="12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        {shapes[most]}
      </svg>
    </button>
  );
}

interface EntriesSheetProps {
  readonly entries: readonly CalendarEntry[];
  readonly onClose: () => void;
}

function EntriesSheet({ entries, onClose }: EntriesSheetProps) {
  const zone = useSettings((settings) => settings.chartZone);
  return (
    <Sheet title={t('calendar.title')} label={t('calendar.title')} onClose={onClose}>
      {() => (
        <ul className={styles.entries} aria-label={t('calendar.title')}>
          {entries.map((entry) => (
            <li key={entry.id} className={listRowStyles.row} data-part="calendar-entry">
              <span className={cx(figuresStyles.number, styles.time)}>
                {clockText(entry.atMs, zone, localeTag())}
                <small>{dayText(entry.atMs, zone, localeTag())}</small>
              </span>
              <span className={listRowStyles.text}>
                <bdi>{entry.title}</bdi>
                <small>
                  {[entry.currency, `${t('calendar.importance')}: ${t(gradeTexts[entry.importance])}`, figuresOf(entry)]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
