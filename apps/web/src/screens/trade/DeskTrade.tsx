import { Suspense, useEffect } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { t } from '../../i18n/text.ts';
import { changeLayout, useDeskLayout, withInstrument } from '../../session/desk-layout.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { AlertBell } from '../../widgets/alerts/AlertBell.tsx';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { useDealContext } from '../../widgets/deal-context.ts';
import { InstrumentLogo } from '../../widgets/InstrumentLogo.tsx';
import { LivePrice } from '../../widgets/LivePrice.tsx';
import { useStaleMark } from '../../widgets/live-quote.ts';
import { MarginBanner } from '../../widgets/MarginBanner.tsx';
import { StarButton } from '../../widgets/market/StarButton.tsx';
import { OrdersPanel } from '../../widgets/orders/OrdersPanel.tsx';
import styles from './DeskTrade.module.css';
import { SymbolList } from './SymbolList.tsx';
import { Chart, ClosesIn, DayColumns, HeadChange, Periods } from './TradeParts.tsx';
import { StateNote } from './ticket/StateNote.tsx';
import { SubmitButton } from './ticket/SubmitButton.tsx';
import { TicketForm } from './ticket/TicketForm.tsx';
import { useAskedSide } from './ticket/use-asked-side.ts';
import { useOrderHere } from './ticket/use-order-here.ts';
import { usePublishDraft } from './ticket/use-publish-draft.ts';
import { useTicket } from './ticket/use-ticket.ts';

const DeskCharts = lazyComponent(() => import('./DeskCharts.tsx'), 'DeskCharts');

/**
 * Layout from 1024 px: instruments, chart over orders, and ticket side by side (DESIGN 9). Another instrument resets
 * only what belongs to it: the list keeps its search and scroll position, the orders keep their tab.
 */
export function DeskTrade({ facts }: { facts: InstrumentFacts }) {
  const { count } = useDeskLayout();
  // Whatever has chosen the instrument of the ticket, and also for the layout of another account.
  useEffect(() => changeLayout((layout) => withInstrument(layout, facts.id)));
  return (
    <main className={styles.grid} data-density="compact" data-part="desk-grid">
      <aside className={layoutStyles.panel} aria-label={t('trade.instruments')}>
        <div className={styles.topGap} />
        <SymbolList currentId={facts.id} onPicked={() => undefined} isDesk />
      </aside>
      <div className={styles.middle} data-part="desk-middle">
        {count === 1 ? (
          <ChartPanel key={facts.id} facts={facts} />
        ) : (
          <Suspense fallback={<div className={layoutStyles.panel} />}>
            <DeskCharts facts={facts} />
          </Suspense>
        )}
        <OrdersPanel isLow isNarrow />
      </div>
      <TicketPanel key={facts.id} facts={facts} />
    </main>
  );
}

function ChartPanel({ facts }: { facts: InstrumentFacts }) {
  const { rate } = useDealContext(facts);
  const { showCode, digits } = facts.spec;
  return (
    <section className={layoutStyles.panel} aria-label={showCode} {...useStaleMark(facts.id)}>
      <ConnectionBanner hasDock />
      <MarginBanner />
      <div className={styles.header}>
        <span className={cx(layoutStyles.row, styles.title)}>
          <InstrumentLogo facts={facts} size={30} />
          <h1 className={styles.name}>{showCode}</h1>
          <StarButton facts={facts} className={styles.star} />
          <AlertBell facts={facts} className={styles.bell} />
        </span>
        <LivePrice id={facts.id} digits={digits} className={cx(figuresStyles.asHero, styles.price)} />
        <HeadChange id={facts.id} digits={digits} />
        <ClosesIn facts={facts} />
        <DayColumns id={facts.id} />
      </div>
      <Periods />
      <Chart facts={facts} rate={rate} />
    </section>
  );
}

function TicketPanel({ facts }: { facts: InstrumentFacts }) {
  const handle = useTicket(facts);
  useAskedSide(facts.id, (side) => handle.turn({ side }));
  useOrderHere(handle, () => undefined);
  usePublishDraft(handle, true);
  const { state } = handle.context;
  return (
    <aside className={layoutStyles.panel} aria-label={t('trade.ticket')} {...useStaleMark(facts.id)}>
      <div className={styles.ticket} data-part="ticket">
        {state === 'open' || state === 'unknown' ? null : <StateNote handle={handle} />}
        <TicketForm handle={handle} isDesk />
        <SubmitButton handle={handle} className={styles.submit} onDone={() => undefined} />
      </div>
    </aside>
  );
}
