import { plural, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { Logo } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import pillStyles from '../../ui/Pill.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import dealButtonsStyles from '../../widgets/DealButtons.module.css';
import candleChartStyles from './chart/CandleChart.module.css';
import { ChartSkeleton } from './chart/ChartSkeleton.tsx';
import { Periods } from './TradeParts.tsx';
import tradeScreenStyles from './TradeScreen.module.css';
import styles from './TradeSkeleton.module.css';
import ticketDockStyles from './ticket/TicketDock.module.css';
import { defaultLotsText } from './ticket/ticket-state.ts';

/** Skeleton of the trade page, with everything that is already known (DESIGN 6). */
export function TradeSkeleton() {
  return (
    <main className={cx(layoutStyles.screen, tradeScreenStyles.trade, tradeScreenStyles.withDock)} aria-busy="true">
      <h1 className={typographyStyles.visuallyHidden} data-part="reader-text">
        {t('tab.trade')}
      </h1>
      <span className={typographyStyles.visuallyHidden} data-part="reader-text" role="status">
        {t('common.loading')}
      </span>
      <KnownHeader />
      <ConnectionBanner />
      <section className={cx(tradeScreenStyles.quote, styles.quote)}>
        <div className={cx(layoutStyles.column, styles.quoteLines)}>
          <Bone width={158} height={30} />
          <Bone width={112} height={13} />
        </div>
        <div className={cx(layoutStyles.column, styles.dayLines)}>
          <Bone width={92} height={11} />
          <Bone width={92} height={11} />
          <Bone width={92} height={11} />
        </div>
      </section>
      <Periods className={tradeScreenStyles.periods} />
      <div className={cx(candleChartStyles.chart, tradeScreenStyles.chart)} data-part="chart">
        <ChartSkeleton />
      </div>
      <section className={cx(ticketDockStyles.dock, tradeScreenStyles.dock)} data-part="dock" aria-hidden="true" inert>
        <KnownTicket />
        <div className={dealButtonsStyles.deal} data-part="deal">
          <Bone height={66} borderRadius="16px 8px 8px 16px" />
          <Bone height={66} borderRadius="8px 16px 16px 8px" />
        </div>
        <div className={ticketDockStyles.figures}>
          <Bone width={86} height={12} />
          <Bone width={92} height={12} />
          <Bone width={104} height={12} />
        </div>
      </section>
    </main>
  );
}

/** Header with the known facts; the buttons do nothing until the list of instruments has loaded. */
function KnownHeader() {
  const name = useSettings((settings) => settings.instrumentName);
  return (
    <header className={tradeScreenStyles.header} data-part="trade-header" inert>
      <span className={cx(buttonStyles.iconButton, layoutStyles.mirrored)}>
        <Icon name="menu" size={22} />
      </span>
      <span className={tradeScreenStyles.symbol}>
        {name === null ? (
          <Bone width={126} height={26} />
        ) : (
          <>
            <Logo code={name.code} showCode={name.showCode} src="" size={30} />
            <b>{name.showCode}</b>
          </>
        )}
        <Icon name="down" size={18} />
      </span>
    </header>
  );
}

function KnownTicket() {
  const leverage = useSettings((settings) => settings.leverage);
  return (
    <div className={ticketDockStyles.controls} data-part="dock-controls">
      <Stepper
        label={t('trade.lots')}
        className={ticketDockStyles.lots}
        value={defaultLotsText}
        unit={plural('trade.lotsUnit', defaultLotsText)}
        onStep={() => undefined}
        onType={() => true}
        onRestore={() => undefined}
        onUnusable={() => undefined}
      />
      <span className={cx(pillStyles.pill, ticketDockStyles.pill)} data-part="pill">
        {leverage === null ? (
          <Bone width={40} height={16} />
        ) : (
          <span className={figuresStyles.number}>{leverage}×</span>
        )}
        <Icon name="down" />
      </span>
      <span className={cx(pillStyles.pill, ticketDockStyles.pill)} data-part="pill">
        <small>{t('trade.stops')}</small>
        <Icon name="up" />
      </span>
    </div>
  );
}
