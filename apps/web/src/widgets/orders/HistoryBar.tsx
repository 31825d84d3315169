import { useMemo } from 'react';
import { chooseRange, type HistoryRange, historyRanges, useHistoryFilter } from '../../data/history-filter.ts';
import { useInstruments } from '../../data/queries.ts';
import { zoneName } from '../../format/time-text.ts';
import { type PlainKey, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import { SortSelect } from '../../ui/SortSelect.tsx';
import styles from './HoldingBar.module.css';
import { OrdersFileButton } from './OrdersFileButton.tsx';

const rangeTexts = {
  all: 'journal.allTime',
  today: 'order.today',
  week: 'history.sevenDays',
  month: 'journal.month',
  quarter: 'journal.quarter',
} as const satisfies Record<HistoryRange, PlainKey>;

const everyInstrument = '';

/** Filters of the history: the time since when, and an instrument (R-SCR-90). */
export function HistoryBar() {
  const { range, sinceMs, instrumentId } = useHistoryFilter();
  const zone = useSettings((settings) => settings.chartZone);
  const instruments = useInstruments().data;
  const options = useMemo(
    () =>
      (instruments ?? [])
        .map(({ id, spec }) => ({ value: String(id), text: spec.showCode }))
        .toSorted((a, b) => (a.text < b.text ? -1 : 1)),
    [instruments],
  );
  return (
    <div className={styles.bar}>
      <SortSelect
        label={t('journal.range')}
        value={range}
        options={historyRanges.map((value) => ({ value, text: t(rangeTexts[value]) }))}
        onChange={(next) => chooseRange(next, zoneName(zone), Date.now())}
        testId="history-range"
        icon="clock"
      />
      <SortSelect
        label={t('market.instrument')}
        value={instrumentId === null ? everyInstrument : String(instrumentId)}
        options={[{ value: everyInstrument, text: t('history.allInstruments') }, ...options]}
        onChange={(next) =>
          useHistoryFilter.setState({ instrumentId: next === everyInstrument ? null : Number.parseInt(next, 10) })
        }
        testId="history-instrument"
        icon="market"
      />
      <OrdersFileButton which="history" since={sinceMs ?? 0} instrumentId={instrumentId} />
    </div>
  );
}
