import { t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import { Logo } from '../../ui/Logo.tsx';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { ChartSkeleton } from './chart/ChartSkeleton.tsx';
import { Periods } from './TradeParts.tsx';

const instruments = Array.from({ length: 12 }, (_, index) => index);
const chips = [44, 62, 70, 72, 66];
const orders = [0, 1, 2, 3];
const figures = [0, 1, 2, 3, 4, 5];

/** Skeleton of the desk's three columns (DESIGN 6). */
export function DeskTradeSkeleton() {
  return (
    <main className="desk desk-grid" aria-busy="true">
      <h1 className="visually-hidden">{t('tab.trade')}</h1>
      <span className="visually-hidden" role="status">
        {t('common.loading')}
      </span>
      <div className="panel" aria-hidden="true">
        <ListShape />
      </div>
      <div className="dmid">
        <section className="panel">
          <ConnectionBanner />
          <HeadShape />
          <Periods />
          <div className="chart-box">
            <ChartSkeleton />
          </div>
        </section>
        <div className="panel" aria-hidden="true">
          <OrdersShape />
        </div>
      </div>
      <div className="panel" aria-hidden="true">
        <TicketShape />
      </div>
    </main>
  );
}

function Bar({ width, height }: { width: number | string; height: number }) {
  return <i className="sk" style={{ width, height, flex: 'none' }} />;
}

function ListShape() {
  return (
    <>
      <div className="searchbar" style={{ flex: 'none', marginTop: 12 }} />
      <div className="chips" style={{ flex: 'none', marginBlock: '8px 6px', paddingBlock: 0 }}>
        {chips.map((width) => (
          <i key={width} className="chip" style={{ width }} />
        ))}
      </div>
      <div className="dk-list" style={{ overflow: 'hidden' }}>
        {instruments.map((index) => (
          <div key={index} className="dk-row" style={{ cursor: 'default' }}>
            <i className="sk sk--c" style={{ width: 28, height: 28 }} />
            <span className="stack" style={{ gap: 6 }}>
              <Bar width={60} height={13} />
              <Bar width={48} height={10} />
            </span>
            <span className="spark-box">
              <Bar width={52} height={20} />
            </span>
            <span className="mrow-p" style={{ gap: 6 }}>
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
    <div className="dhead" aria-hidden="true">
      <span className="row" style={{ gap: 10, minHeight: 30 }}>
        {name === null ? (
          <Bar width={118} height={22} />
        ) : (
          <>
            <Logo code={name.code} showCode={name.showCode} src="" size={30} />
            <b className="n">{name.showCode}</b>
          </>
        )}
        <i className="ib dhead-star" />
      </span>
      <Bar width={94} height={24} />
      <Bar width={120} height={13} />
      <div className="dstat">
        <Bar width={172} height={16} />
      </div>
    </div>
  );
}

function OrdersShape() {
  return (
    <>
      <div className="utabs" style={{ alignItems: 'center' }}>
        <Bar width={64} height={14} />
        <Bar width={64} height={14} />
        <Bar width={56} height={14} />
      </div>
      {orders.map((index) => (
        <div key={index} className="between" style={{ height: 40, paddingInline: 16, flex: 'none' }}>
          <Bar width={72} height={13} />
          <Bar width={84} height={13} />
          <Bar width={64} height={13} />
          <Bar width={76} height={13} />
        </div>
      ))}
    </>
  );
}

function TicketShape() {
  return (
    <div className="dticket">
      <div className="deal">
        <i className="sk" style={{ height: 58, borderRadius: '13px 8px 8px 13px' }} />
        <i className="sk" style={{ height: 58, borderRadius: '8px 13px 13px 8px' }} />
      </div>
      <div className="seg" />
      <div>
        <Bar width={52} height={12} />
        <div className="stepper" style={{ marginTop: 11 }} />
      </div>
      <div>
        <Bar width={72} height={12} />
        <i className="sk" style={{ height: 34, marginTop: 11, borderRadius: 10 }} />
      </div>
      {['loss', 'profit'].map((stop) => (
        <div key={stop} className="stopc" style={{ height: 64 }} />
      ))}
      <div className="well" style={{ marginTop: 'auto' }}>
        {figures.map((index) => (
          <div key={index} className="kv">
            <Bar width={88} height={11} />
            <Bar width={64} height={11} />
          </div>
        ))}
      </div>
      <i className="sk" style={{ height: 50, borderRadius: 14 }} />
    </div>
  );
}
