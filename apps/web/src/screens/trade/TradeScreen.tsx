import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../data/account.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useConnection, useMarketFeed } from '../../data/live.ts';
import { useInstruments } from '../../data/queries.ts';
import { directionOf, signedText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { useIsDesk, useIsTablet } from '../../platform/media.ts';
import { useSettings } from '../../session/settings-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { InstrumentLogo } from '../../widgets/InstrumentLogo.tsx';
import { LiveChange, LivePrice } from '../../widgets/LivePrice.tsx';
import { tradeStateOf, useQuoteFact } from '../../widgets/live-quote.ts';
import { MarginBanner } from '../../widgets/MarginBanner.tsx';
import { RowState } from '../../widgets/market/MarketRow.tsx';
import { OrdersPanel } from '../../widgets/orders/OrdersPanel.tsx';
import { DeskTrade } from './DeskTrade.tsx';
import { SymbolDrawer } from './SymbolList.tsx';
import { Chart, ClosesIn, DayFigures, Periods, useOrdersOf } from './TradeParts.tsx';
import { TradeSkeleton } from './TradeSkeleton.tsx';
import { TicketDock } from './ticket/TicketDock.tsx';
import { useTicket } from './ticket/use-ticket.ts';

/** The chosen instrument, or the first one of the list for a visitor who has chosen none. */
export function TradeScreen() {
  const instruments = useInstruments().data;
  const chosen = useSettings((settings) => settings.instrumentId);
  const isDesk = useIsDesk();
  useMarketFeed();
  const facts = instruments?.find((one) => one.id === chosen) ?? instruments?.[0];
  if (facts === undefined) return <TradeSkeleton />;
  return isDesk ? <DeskTrade key={facts.id} facts={facts} /> : <PhoneTrade key={facts.id} facts={facts} />;
}

function PhoneTrade({ facts }: { facts: InstrumentFacts }) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const isLost = useConnection((connection) => connection.state === 'lost');
  const handle = useTicket(facts);
  const isTablet = useIsTablet();
  return (
    <main className={`scr trade fade-in ${isLost ? 'stale' : ''}`}>
      <header className="thead">
        <button
          type="button"
          className="ib mirror"
          aria-label={t('trade.instruments')}
          onClick={() => setDrawerOpen(true)}
        >
          <Icon name="menu" size={22} />
        </button>
        <button
          type="button"
          className="thead-s"
          aria-haspopup="dialog"
          aria-label={`${t('trade.choose')}: ${facts.spec.showCode}`}
          onClick={() => setDrawerOpen(true)}
        >
          <InstrumentLogo facts={facts} size={30} />
          <b>{facts.spec.showCode}</b>
          <Icon name="down" size={18} />
        </button>
        <span className="grow" />
        <HeaderChip facts={facts} />
      </header>
      <ConnectionBanner />
      <MarginBanner />
      <section className="quote">
        <div>
          <LivePrice id={facts.id} digits={facts.spec.digits} className="px--hero" />
          <div>
            <LiveChange id={facts.id} digits={facts.spec.digits} className="quote-d" triangle={9} />
            <ClosesIn facts={facts} />
          </div>
        </div>
        <DayFigures id={facts.id} className="ohl num" />
      </section>
      <Periods />
      <Chart facts={facts} rate={handle.context.rate} />
      {isTablet ? (
        <div className="trade-orders">
          <OrdersPanel />
        </div>
      ) : null}
      <TicketDock handle={handle} />
      {isDrawerOpen ? <SymbolDrawer currentId={facts.id} onClose={() => setDrawerOpen(false)} /> : null}
    </main>
  );
}

/** Profit on this instrument, leading to the orders; or that its market is closed. */
function HeaderChip({ facts }: { facts: InstrumentFacts }) {
  const state = useQuoteFact(facts.id, tradeStateOf);
  const orders = useOrdersOf(facts.id);
  const profit = useAccount((account) => {
    if (orders.length === 0) return null;
    const sum = orders.reduce(
      (total, order) => total + Number(account.orders[order.Id]?.profit ?? order.FactProfits),
      0,
    );
    return sum.toFixed(2);
  });
  if (profit === null) return state === 'closed' || state === 'no-price' ? <RowState id={facts.id} /> : null;
  return (
    <Link
      to="/order"
      className="btn btn--secondary btn--sm"
      style={{ paddingInline: 12 }}
      aria-label={`${t('tab.order')} ${signedText(profit)}`}
    >
      <Icon name="orders" size={16} />
      <span className={`num ${directionOf(profit)}`}>{signedText(profit)}</span>
    </Link>
  );
}
