import { useEffect, useRef } from 'react';
import { isMore, morePeriods } from '../../../data/chart-period.ts';
import type { PlainKey } from '../../../i18n/text.ts';
import { t } from '../../../i18n/text.ts';
import { useIsWideDesk } from '../../../platform/media.ts';
import { useChartPeriod, useChartScope } from '../../../session/chart-scope.ts';
import { type ChartType, chartTypes, drawingTools } from '../../../session/chart-store.ts';
import { changeCount, chartsMax, shareInCharts, useDeskLayout } from '../../../session/desk-layout.ts';
import buttonStyles from '../../../ui/Button.module.css';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import layoutStyles from '../../../ui/layout.module.css';
import { Sheet } from '../../../ui/Sheet.tsx';
import { Toggle, type ToggleProps } from '../../../ui/Toggle.tsx';
import typographyStyles from '../../../ui/typography.module.css';
import tradePartsStyles from '../TradeParts.module.css';
import { CalendarRow } from './CalendarRow.tsx';
import styles from './ChartTools.module.css';
import { toolNames } from './drawing-names.ts';
import { type ChartFacts, IndicatorLists } from './indicators/IndicatorLists.tsx';
import { periodLabels } from './period-labels.ts';
import { SessionsRow } from './SessionsRow.tsx';

const typeNames = {
  candles: 'chart.candles',
  hollow: 'chart.hollow',
  heikinAshi: 'chart.heikinAshi',
  bars: 'chart.bars',
  line: 'chart.line',
  area: 'chart.area',
} as const satisfies Record<ChartType, PlainKey>;

/** True from a choice that replaces the panel of the first chart until its new button has the focus. */
let isFocusDue = false;

/** Button beside the periods, which opens the sheet of the chart's tools. */
export function ChartTools() {
  const { place, sheet } = useChartScope();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (place !== 0 || !isFocusDue) return;
    isFocusDue = false;
    button.current?.focus();
  }, [place]);
  return (
    <button
      ref={button}
      type="button"
      className={tradePartsStyles.toolsButton}
      aria-label={t('chart.tools')}
      aria-haspopup="dialog"
      onClick={() => sheet.setState({ open: { kind: 'tools' } })}
    >
      <Icon name="sliders" size={18} />
    </button>
  );
}

/** Kind of chart, longer periods, drawing tools, indicators (R-SCR-19). */
export function ToolSheet({ onClose, ...facts }: ChartFacts & { readonly onClose: () => void }) {
  const { drawing } = useChartScope();
  return (
    <Sheet title={t('chart.tools')} label={t('chart.tools')} onClose={onClose}>
      {(close) => (
        <div className={cx(layoutStyles.column, styles.groups)}>
          <SideBySide onChosen={onClose} />
          <TypeGroup />
          <PeriodGroup />
          <SessionsRow period={facts.period} />
          <section aria-label={t('chart.draw')}>
            <h3 className={typographyStyles.label}>{t('chart.draw')}</h3>
            <div className={styles.tools}>
              {drawingTools.map((tool) => (
                <button
                  key={tool}
                  type="button"
                  className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.small)}
                  onClick={() => {
                    drawing.setState({ tool, selectedId: null, isOpen: true });
                    close();
                  }}
                >
                  {t(toolNames[tool])}
                </button>
              ))}
            </div>
          </section>
          <IndicatorLists {...facts} />
          {/* Last, because it comes with an answer: anything below would move under the finger. */}
          <CalendarRow period={facts.period} />
        </div>
      )}
    </Sheet>
  );
}

function TypeGroup() {
  const { look } = useChartScope();
  const type = look((store) => store.type);
  return (
    <ChoiceGroup
      title={t('chart.type')}
      chosen={type}
      options={chartTypes.map((value) => ({ value, label: t(typeNames[value]) }))}
      onChoose={(value) => look.setState({ type: value })}
    />
  );
}

/** Periods that are not beside the chart; the chosen one is left by one of those. */
function PeriodGroup() {
  const [period, choose] = useChartPeriod();
  return (
    <ChoiceGroup
      title={t('chart.morePeriods')}
      chosen={isMore(period) ? period : null}
      options={morePeriods.map((value) => ({ value, label: periodLabels[value] }))}
      onChoose={choose}
    />
  );
}

const counts = Array.from({ length: chartsMax }, (_, index) => String(index + 1));

/** Number of charts on a desk, and what linked ones share (R-CHT-06). */
function SideBySide({ onChosen }: { readonly onChosen: () => void }) {
  const { count, hasSameInstrument, hasSamePeriod } = useDeskLayout();
  const hasRoom = useIsWideDesk();
  if (!hasRoom) return null;
  return (
    <>
      <ChoiceGroup
        title={t('chart.sideBySide')}
        chosen={String(count)}
        options={counts.map((value) => ({ value, label: value }))}
        onChoose={(value) => {
          onChosen();
          isFocusDue = (count === 1) !== (value === '1');
          changeCount(Number(value));
        }}
      />
      {count === 1 ? null : (
        <section aria-label={t('chart.linkedHint')}>
          <p className={cx(typographyStyles.small, typographyStyles.tertiary)}>{t('chart.linkedHint')}</p>
          <SharedRow
            label={t('chart.sameInstrument')}
            isOn={hasSameInstrument}
            onChange={(isOn) => shareInCharts({ hasSameInstrument: isOn })}
          />
          <SharedRow
            label={t('chart.samePeriod')}
            isOn={hasSamePeriod}
            onChange={(isOn) => shareInCharts({ hasSamePeriod: isOn })}
          />
        </section>
      )}
    </>
  );
}

function SharedRow(props: Pick<ToggleProps, 'label' | 'isOn' | 'onChange'>) {
  return (
    <div className={cx(layoutStyles.apart, styles.shared)}>
      <span aria-hidden="true">{props.label}</span>
      <Toggle {...props} />
    </div>
  );
}

interface ChoiceGroupProps<Value extends string> {
  readonly title: string;
  readonly chosen: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

function ChoiceGroup<Value extends string>({ title, chosen, options, onChoose }: ChoiceGroupProps<Value>) {
  return (
    <section aria-label={title}>
      <h3 className={typographyStyles.label}>{title}</h3>
      <div className={styles.tools}>
        {options.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.small, styles.choice)}
            onClick={() => onChoose(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
