import type { InstrumentFacts } from '../../data/instruments.ts';
import { useConnection } from '../../data/live.ts';
import { t } from '../../i18n/text.ts';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { InstrumentLogo } from '../../widgets/InstrumentLogo.tsx';
import { LiveChange, LivePrice } from '../../widgets/LivePrice.tsx';
import { MarginBanner } from '../../widgets/MarginBanner.tsx';
import { OrdersPanel } from '../../widgets/orders/OrdersPanel.tsx';
import { SymbolList } from './SymbolList.tsx';
import { Chart, ClosesIn, DayColumns, Periods } from './TradeParts.tsx';
import { StateNote } from './ticket/StateNote.tsx';
import { SubmitButton, TicketForm } from './ticket/TicketForm.tsx';
import { useTicket } from './ticket/use-ticket.ts';

/** 1024 px and up: instruments, chart over orders, and the ticket side by side (DESIGN 9). */
export function DeskTrade({ facts }: { facts: InstrumentFacts }) {
  const isLost = useConnection((connection) => connection.state === 'lost');
  const handle = useTicket(facts);
  const { state } = handle.context;
  return (
    <main className={`desk desk-grid ${isLost ? 'stale' : ''}`}>
      <aside className="panel" aria-label={t('trade.instruments')}>
        <div style={{ height: 12, flex: 'none' }} />
        <SymbolList currentId={facts.id} onPicked={() => undefined} isDesk />
      </aside>
      <div className="dmid">
        <section className="panel" aria-label={facts.spec.showCode}>
          <ConnectionBanner />
          <MarginBanner />
          <div className="dhead">
            <span className="row" style={{ gap: 10 }}>
              <InstrumentLogo facts={facts} size={30} />
              <b className="n">{facts.spec.showCode}</b>
            </span>
            <LivePrice id={facts.id} digits={facts.spec.digits} className="px--hero" />
            <LiveChange id={facts.id} digits={facts.spec.digits} />
            <ClosesIn facts={facts} />
            <DayColumns id={facts.id} />
          </div>
          <Periods />
          <Chart facts={facts} rate={handle.context.rate} />
        </section>
        <OrdersPanel />
      </div>
      <aside className="panel" aria-label={t('trade.ticket')}>
        <div className="dticket">
          {state === 'open' || state === 'unknown' ? null : <StateNote handle={handle} />}
          <TicketForm handle={handle} isDesk />
          <SubmitButton handle={handle} onDone={() => undefined} />
        </div>
      </aside>
    </main>
  );
}
