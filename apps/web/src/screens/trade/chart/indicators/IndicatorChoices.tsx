import { useId } from 'react';
import { t } from '../../../../i18n/text.ts';
import { type PriceSource, paletteSize, priceSources } from '../../../../session/indicators.ts';
import { chooseByArrow } from '../../../../ui/arrow-tabs.ts';
import buttonStyles from '../../../../ui/Button.module.css';
import { cx } from '../../../../ui/class-names.ts';
import layoutStyles from '../../../../ui/layout.module.css';
import typographyStyles from '../../../../ui/typography.module.css';
import chartToolsStyles from '../ChartTools.module.css';
import styles from './Indicators.module.css';

const sourceTexts: Readonly<Record<PriceSource, () => string>> = {
  close: () => t('chart.closePrice'),
  open: () => t('trade.open'),
  high: () => t('trade.high'),
  low: () => t('trade.low'),
  hl2: () => 'HL2',
  hlc3: () => 'HLC3',
  ohlc4: () => 'OHLC4',
};

/** Price of a bar of which an indicator is calculated. */
export function SourceChoice(props: {
  readonly source: PriceSource;
  readonly onChoose: (source: PriceSource) => void;
}) {
  return (
    <section aria-label={t('chart.source')}>
      <h3 className={typographyStyles.label}>{t('chart.source')}</h3>
      <div className={chartToolsStyles.tools}>
        {priceSources.map((source) => (
          <button
            key={source}
            type="button"
            aria-pressed={source === props.source}
            className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.small, chartToolsStyles.choice)}
            onClick={() => props.onChoose(source)}
          >
            {sourceTexts[source]()}
          </button>
        ))}
      </div>
    </section>
  );
}

const colourNames = ['chart.amber', 'chart.teal', 'chart.violet', 'chart.slate'] as const;
const colourNumbers = Array.from({ length: paletteSize }, (_, index) => index + 1);

interface ColourChoiceProps {
  readonly label: string;
  readonly colour: number;
  readonly onChoose: (colour: number) => void;
}

/** Colour of a line, among those of the palette. */
export function ColourChoice({ label, colour, onChoose }: ColourChoiceProps) {
  const id = useId();
  return (
    <div className={layoutStyles.apart}>
      <span id={id}>{label}</span>
      <div
        className={styles.swatches}
        role="radiogroup"
        aria-labelledby={id}
        onKeyDown={(event) => chooseByArrow(event, colourNumbers, colour, onChoose)}
      >
        {colourNumbers.map((number) => (
          <button
            key={number}
            type="button"
            role="radio"
            aria-checked={number === colour}
            tabIndex={number === colour ? 0 : -1}
            aria-label={t(colourNames[number - 1] ?? 'chart.slate')}
            className={styles.swatch}
            style={{ color: `var(--ind-${number})` }}
            onClick={() => onChoose(number)}
          >
            <i />
          </button>
        ))}
      </div>
    </div>
  );
}
