import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import chipsStyles from '../../ui/Chips.module.css';
import { cx } from '../../ui/class-names.ts';
import keyValueStyles from '../../ui/KeyValue.module.css';
import { Logo } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import searchFieldStyles from '../../ui/SearchField.module.css';
import segmentedStyles from '../../ui/Segmented.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import stepperStyles from '../../ui/Stepper.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import dealButtonsStyles from '../../widgets/DealButtons.module.css';
import marketRowStyles from '../../widgets/market/MarketRow.module.css';
import orderTabsStyles from '../../widgets/orders/OrderTabs.module.css';
import stopCardStyles from '../../widgets/StopCard.module.css';
import candleChartStyles from './chart/CandleChart.module.css';
import { ChartSkeleton } from './chart/ChartSkeleton.tsx';
import deskTradeStyles from './DeskTrade.module.css';
import styles from './DeskTradeSkeleton.module.css';
import symbolListStyles from './SymbolList.module.css';
import tradePartsStyles from './TradeParts.module.css';
import { Periods } from './TradeParts.tsx';

const instruments = Array.from({ length: 12 }, (_, index) => index);
const chips = [44, 62, 70, 72, 66];
const orders = [0, 1, 2, 3];
const figures = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Skeleton of the desk's three columns (DESIGN 6). */
export function DeskTradeSkeleton() {
  return (
    <main className={deskTradeStyles.grid} data-density="compact" data-part="desk-grid" aria-busy="true">
      <h1 className={typographyStyles.visuallyHidden} data-part="reader-text">
        {t('tab.trade')}
      </h1>
      <span className={typographyStyles.visuallyHidden} data-part="reader-text" role="status">
        {t('common.loading')}
      </span>
      <div className={layoutStyles.panel} aria-hidden="true">
        <ListShape />
      </div>
      <div className={deskTradeStyles.middle} data-part="desk-middle">
        <section className={layoutStyles.panel}>
          <ConnectionBanner />
          <HeadShape />
          <Periods />
          <div className={candleChartStyles.chart} data-part="chart">
            <ChartSkeleton />
          </div>
        </section>
        <div className={layoutStyles.panel} aria-hidden="true">
          <OrdersShape />
        </div>
      </div>
      <div className={layoutStyles.panel} aria-hidden="true">
        <TicketShape />
      </div>
    </main>
  );
}

function Bar({ width, height }: { width: number | string; height: number }) {
  return <Bone width={width} height={height} flex="none" />;
}

function ListShape() {
  return (
    <>
      <div className={cx(searchFieldStyles.searchField, styles.search)} data-part="search-field" />
      <div className={cx(chipsStyles.chips, styles.chips)}>
        {chips.map((width) => (
          <i key={width} className={chipsStyles.chip} style={{ width }} />
        ))}
      </div>
      <div className={cx(symbolListStyles.deskList, styles.list)}>
        {instruments.map((index) => (
          <div key={index} className={cx(symbolListStyles.deskRow, styles.row)} data-part="desk-row">
            <Bone isCircle width={28} height={28} />
            <span className={cx(layoutStyles.column, styles.lines)}>
              <Bar width={60} height={13} />
              <Bar width={48} height={10} />
            </span>
            <span className={cx(marketRowStyles.sparkline, symbolListStyles.sparkline)} data-part="sparkline-box">
              <Bar width={52} height={20} />
            </span>
            <span className={cx(marketRowStyles.prices, styles.lines)}>
              <Bar width={64} height={14} />
              <Bar width={46} height={10} />
            </span>
          </div>
        ))}
      </div>
    </>
  );
}

function HeadShape() {
  const name = useSettings((settings) => settings.instrumentName);
  return (
    <div className={deskTradeStyles.header} aria-hidden="true">
      <span className={cx(layoutStyles.row, styles.title)}>
        {name === null ? (
          <Bar width={118} height={22} />
        ) : (
          <>
            <Logo code={name.code} showCode={name.showCode} src="" size={30} />
            <b className={deskTradeStyles.name}>{name.showCode}</b>
          </>
        )}
        <i className={cx(buttonStyles.iconButton, deskTradeStyles.star)} />
      </span>
      <Bar width={94} height={24} />
      <Bar width={120} height={13} />
      <div className={tradePartsStyles.dayFigures}>
        <Bar width={172} height={16} />
      </div>
    </div>
  );
}

function OrdersShape() {
  return (
    <>
      <div className={cx(orderTabsStyles.tabs, styles.tabs)}>
        <Bar width={64} height={14} />
        <Bar width={64} height={14} />
        <Bar width={56} height={14} />
      </div>
      {orders.map((index) => (
        <div key={index} className={cx(layoutStyles.apart, styles.orderLine)}>
          <Bar width={72} height={13} />
          <Bar width={84} height={13} />
          <Bar width={64} height={13} />
          <Bar width={76} height={13} />
        </div>
      ))}
    </>
  );
}

function ChoicesShape() {
  return (
    <div>
      <Bar width={72} height={12} />
      <Bone height={34} marginTop={11} borderRadius={10} />
    </div>
  );
}

function TicketShape() {
  const hasAccount = useSession((session) => session.token !== null);
  return (
    <div className={deskTradeStyles.ticket} data-part="ticket">
      <div className={dealButtonsStyles.deal} data-part="deal">
        <Bone height={58} borderRadius="13px 8px 8px 13px" />
        <Bone height={58} borderRadius="8px 13px 13px 8px" />
      </div>
      <div className={segmentedStyles.track} data-part="segmented" />
      {hasAccount ? <ChoicesShape /> : null}
      <div>
        <Bar width={52} height={12} />
        <div className={cx(stepperStyles.stepper, styles.stepper)} />
      </div>
      {hasAccount ? <Bone height={34} borderRadius={10} /> : null}
      <ChoicesShape />
      {['loss', 'profit'].map((stop) => (
        <div key={stop} className={cx(stopCardStyles.card, styles.stop)} data-part="stop-card" />
      ))}
      <div className={cx(keyValueStyles.well, styles.preview)} data-part="well">
        {figures.map((index) => (
          <div key={index} className={keyValueStyles.row}>
            <Bar width={88} height={11} />
            <Bar width={64} height={11} />
          </div>
        ))}
      </div>
      <Bone height={50} borderRadius={14} />
    </div>
  );
}
