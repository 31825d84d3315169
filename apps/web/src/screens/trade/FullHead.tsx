import { useAccount } from '../../data/account.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { balanceText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { InstrumentLogo } from '../../widgets/InstrumentLogo.tsx';
import { ScreenIcon } from './chart/ChartIcon.tsx';
import { ChartTools } from './chart/ChartTools.tsx';
import styles from './FullHead.module.css';
import { PeriodSelect } from './PeriodSelect.tsx';

export interface FullHeadProps {
  readonly facts: InstrumentFacts;
  readonly onInstruments: () => void;
}

/** Keys over a chart in full screen: instrument, period, tools, net value, and the way out (R-CHT-03). */
export function FullHead({ facts, onInstruments }: FullHeadProps) {
  const netValue = useAccount((account) => account.equity);
  return (
    <div className={styles.head} data-part="full-head">
      <button
        type="button"
        className={styles.pill}
        aria-haspopup="dialog"
        aria-label={`${t('trade.choose')}: ${facts.spec.showCode}`}
        onClick={onInstruments}
      >
        <InstrumentLogo facts={facts} size={24} />
        <b>{facts.spec.showCode}</b>
        <Icon name="down" size={16} />
      </button>
      <PeriodSelect className={cx(styles.pill, styles.period)} />
      <span className={styles.pill}>
        <ChartTools />
      </span>
      <span className={styles.grow} />
      {netValue === null ? null : (
        <span className={cx(styles.pill, styles.value)} data-part="full-net-value">
          {t('account.netValue')}{' '}
          <b className={cx(figuresStyles.number, figuresStyles.live, figuresStyles.ofAccount)}>
            {balanceText(netValue)}
          </b>
        </span>
      )}
      <FullKey isFull />
    </div>
  );
}

/** Switches the full screen of a phone on its side; the browser's own bars go with it where the device allows. */
export function FullKey({ isFull }: { isFull: boolean }) {
  function onClick(): void {
    useSettings.setState({ isChartFull: !isFull });
    // A device that refuses keeps its bars; the chart is in full screen all the same.
    if (isFull) void document.exitFullscreen?.().catch(() => undefined);
    else void document.documentElement.requestFullscreen?.().catch(() => undefined);
  }
  return (
    <button
      type="button"
      className={cx(buttonStyles.iconButton, isFull ? styles.pill : styles.enter)}
      aria-label={t(isFull ? 'chart.leaveFull' : 'chart.full')}
      onClick={onClick}
    >
      <ScreenIcon isFull={isFull} />
    </button>
  );
}
