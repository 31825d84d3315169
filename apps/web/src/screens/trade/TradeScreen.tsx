import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccount } from '../../data/account.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useMarketFeed } from '../../data/live.ts';
import { useAllHolding, useAllPending, useInstruments } from '../../data/queries.ts';
import { directionOf, signedText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { useIdOfPage } from '../../navigation/use-id-of-page.ts';
import { useHasOrdersBelow, useIsDesk, useIsPhoneOnSide } from '../../platform/media.ts';
import { useIndicatorSpecs } from '../../session/chart-scope.ts';
import { isPane } from '../../session/indicators.ts';
import { chooseInstrument, useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { AlertBell, AlertFormHost } from '../../widgets/alerts/AlertBell.tsx';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { InstrumentLogo } from '../../widgets/InstrumentLogo.tsx';
import { LivePrice } from '../../widgets/LivePrice.tsx';
import { PricesFailed, type PricesFailedProps } from '../../widgets/LoadFailed.tsx';
import { tradeStateOf, useQuoteFact, useStaleMark } from '../../widgets/live-quote.ts';
import { MarginBanner } from '../../widgets/MarginBanner.tsx';
import { RowState } from '../../widgets/market/MarketRow.tsx';
import { StarButton } from '../../widgets/market/StarButton.tsx';
import { OrdersPanel } from '../../widgets/orders/OrdersPanel.tsx';
import { useSyncedDrawings } from './chart/use-drawings.ts';
import { DeskTrade } from './DeskTrade.tsx';
import { DeskTradeSkeleton } from './DeskTradeSkeleton.tsx';
import { FullHead, FullKey } from './FullHead.tsx';
import { SymbolDrawer } from './SymbolList.tsx';
import { Chart, ClosesIn, DayFigures, HeadChange, Periods, useOrdersOf } from './TradeParts.tsx';
import styles from './TradeScreen.module.css';
import { TradeSkeleton } from './TradeSkeleton.tsx';
import { TicketDock } from './ticket/TicketDock.tsx';
import { useTicket } from './ticket/use-ticket.ts';

/** Trade page of the chosen instrument, or of the first one for a visitor who has not chosen any. */
export function TradeScreen() {
  const query = useInstruments();
  const { data: instruments, isError, isFetching } = query;
  const chosen = useSettings((settings) => settings.instrumentId);
  const isDesk = useIsDesk();
  useInstrumentOfPage(instruments);
  useMarketFeed();
  useAllHolding();
  useAllPending();
  useSyncedDrawings();
  const facts = instruments?.find((one) => one.id === chosen) ?? instruments?.[0];
  if (facts === undefined) {
    if (isError && !isFetching) return <NoPrices query={query} />;
    return isDesk ? <DeskTradeSkeleton /> : <TradeSkeleton />;
  }
  return (
    <>
      {isDesk ? <DeskTrade facts={facts} /> : <PhoneTrade key={facts.id} facts={facts} />}
      <AlertFormHost />
    </>
  );
}

/** Chooses the instrument that the address names, e.g. that of a notice. */
function useInstrumentOfPage(instruments: readonly InstrumentFacts[] | undefined): void {
  const id = useIdOfPage('/trade');
  const named = instruments?.find((one) => one.id === id)?.spec;
  useEffect(() => {
    if (named !== undefined && id !== undefined) chooseInstrument(id, named);
  }, [id, named]);
}

function NoPrices({ query }: PricesFailedProps) {
  return (
    <main className={cx(layoutStyles.screen, styles.trade)}>
      <ConnectionBanner />
      <PricesFailed query={query} />
    </main>
  );
}

/** Share of a chart in full screen that the floating keys cover. */
const keysShare = 0.3;

function PhoneTrade({ facts }: { facts: InstrumentFacts }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const handle = useTicket(facts);
  const hasOrders = useHasOrdersBelow();
  const staleMark = useStaleMark(facts.id);
  // The chart needs the room; the price stays on its axis and on the keys.
  const hasPane = useIndicatorSpecs().some(({ kind }) => isPane(kind));
  const isOnSide = useIsPhoneOnSide();
  const isFull = useSettings((settings) => settings.isChartFull) && isOnSide;
  const openDrawer = () => setDrawerOpen(true);
  return (
    <main
      className={cx(layoutStyles.screen, styles.trade, styles.withDock, isFull && styles.full, layoutStyles.fadeIn)}
      data-full={isFull ? '' : undefined}
    >
      <header className={styles.header} data-part="trade-header" {...staleMark}>
        <button
          type="button"
          className={cx(buttonStyles.iconButton, layoutStyles.mirrored)}
          aria-label={t('trade.instruments')}
          onClick={openDrawer}
        >
          <Icon name="menu" size={22} />
        </button>
        <h1 className={styles.heading}>
          <button
            type="button"
            className={styles.symbol}
            aria-haspopup="dialog"
            aria-label={`${t('trade.choose')}: ${facts.spec.showCode}`}
            onClick={openDrawer}
          >
            <InstrumentLogo facts={facts} size={30} />
            <b>{facts.spec.showCode}</b>
            <Icon name="down" size={18} />
          </button>
        </h1>
        <StarButton facts={facts} className={styles.star} />
        <span className={layoutStyles.grow} />
        <AlertBell facts={facts} />
        <FullKey isFull={false} />
        <HeaderChip facts={facts} />
      </header>
      <ConnectionBanner hasDock />
      <MarginBanner />
      <section className={styles.quote} data-part="quote" hidden={hasPane} {...staleMark}>
        <div>
          <LivePrice id={facts.id} digits={facts.spec.digits} className={figuresStyles.asHero} />
          <div>
            <HeadChange id={facts.id} digits={facts.spec.digits} className={styles.quoteChange} triangle={9} />
            <ClosesIn facts={facts} />
          </div>
        </div>
        <DayFigures id={facts.id} className={cx(styles.dayFigures, figuresStyles.number, figuresStyles.inText)} />
      </section>
      <Periods className={styles.periods} />
      {isFull ? <FullHead facts={facts} onInstruments={openDrawer} /> : null}
      <Chart facts={facts} rate={handle.context.rate} className={styles.chart} foot={isFull ? keysShare : 0} />
      {hasOrders ? (
        <div className={styles.orders}>
          <OrdersPanel className={styles.ordersPanel} isLow />
        </div>
      ) : null}
      <TicketDock handle={handle} className={styles.dock} isFloating={isFull} />
      {isDrawerOpen ? <SymbolDrawer currentId={facts.id} onClose={() => setDrawerOpen(false)} /> : null}
    </main>
  );
}

/**
 * Link to the orders with the profit of this instrument, once all of its orders are loaded; "closed" if its market is.
 */
function HeaderChip({ facts }: { facts: InstrumentFacts }) {
  const state = useQuoteFact(facts.id, tradeStateOf);
  const { orders, isWhole } = useOrdersOf(facts.id);
  const profit = useAccount((account) => {
    if (orders.length === 0) return null;
    const sum = orders.reduce((total, order) => total + Number(account.orders[order.id]?.profit ?? order.profit), 0);
    return sum.toFixed(2);
  });
  if (profit === null) return state === 'closed' || state === 'no-price' ? <RowState id={facts.id} /> : null;
  const text = isWhole ? signedText(profit) : '—';
  return (
    <Link
      to="/order"
      className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.small, styles.profitButton)}
      aria-label={`${t('tab.order')} ${text}`}
    >
      <Icon name="orders" size={16} />
      <span
        className={cx(
          figuresStyles.number,
          figuresStyles.live,
          figuresStyles.ofAccount,
          isWhole && directionClass[directionOf(profit)],
        )}
      >
        {text}
      </span>
    </Link>
  );
}
