import { isMore, morePeriods } from '../../../data/chart-period.ts';
import type { PlainKey } from '../../../i18n/text.ts';
import { t } from '../../../i18n/text.ts';
import {
  type ChartType,
  chartTypes,
  drawingTools,
  useChartSheet,
  useChartStore,
  useDrawing,
} from '../../../session/chart-store.ts';
import { useSettings } from '../../../session/settings-store.ts';
import buttonStyles from '../../../ui/Button.module.css';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import layoutStyles from '../../../ui/layout.module.css';
import { Sheet } from '../../../ui/Sheet.tsx';
import typographyStyles from '../../../ui/typography.module.css';
import tradePartsStyles from '../TradeParts.module.css';
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

/** Button beside the periods, which opens the sheet of the chart's tools. */
export function ChartTools() {
  return (
    <button
      type="button"
      className={tradePartsStyles.toolsButton}
      aria-label={t('chart.tools')}
      aria-haspopup="dialog"
      onClick={() => useChartSheet.setState({ open: { kind: 'tools' } })}
    >
      <Icon name="sliders" size={18} />
    </button>
  );
}

/** Kind of chart, longer periods, drawing tools, indicators (R-SCR-19). */
export function ToolSheet({ onClose, ...facts }: ChartFacts & { readonly onClose: () => void }) {
  return (
    <Sheet title={t('chart.tools')} label={t('chart.tools')} onClose={onClose}>
      {(close) => (
        <div className={cx(layoutStyles.column, styles.groups)}>
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
                    useDrawing.setState({ tool, selectedId: null, isOpen: true });
                    close();
                  }}
                >
                  {t(toolNames[tool])}
                </button>
              ))}
            </div>
          </section>
          <IndicatorLists {...facts} />
        </div>
      )}
    </Sheet>
  );
}

function TypeGroup() {
  const type = useChartStore((store) => store.type);
  return (
    <ChoiceGroup
      title={t('chart.type')}
      chosen={type}
      options={chartTypes.map((value) => ({ value, label: t(typeNames[value]) }))}
      onChoose={(value) => useChartStore.setState({ type: value })}
    />
  );
}

/** Periods that are not beside the chart; the chosen one is left by one of those. */
function PeriodGroup() {
  const period = useSettings((settings) => settings.period);
  return (
    <ChoiceGroup
      title={t('chart.morePeriods')}
      chosen={isMore(period) ? period : null}
      options={morePeriods.map((value) => ({ value, label: periodLabels[value] }))}
      onChoose={(value) => useSettings.setState({ period: value })}
    />
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
