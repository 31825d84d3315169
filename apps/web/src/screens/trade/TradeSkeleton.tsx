import { plural, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { ChartSkeleton } from './chart/ChartSkeleton.tsx';
import { Periods } from './TradeParts.tsx';
import { defaultLotsText } from './ticket/ticket-state.ts';

/** Skeleton of the trade page, with everything that is already known (DESIGN 6). */
export function TradeSkeleton() {
  return (
    <main className="scr trade" aria-busy="true">
      <h1 className="visually-hidden">{t('tab.trade')}</h1>
      <span className="visually-hidden" role="status">
        {t('common.loading')}
      </span>
      <KnownHeader />
      <ConnectionBanner />
      <section className="quote" style={{ height: 74 }}>
        <div className="stack" style={{ gap: 9 }}>
          <i className="sk" style={{ width: 158, height: 30 }} />
          <i className="sk" style={{ width: 112, height: 13 }} />
        </div>
        <div className="stack" style={{ gap: 7, alignItems: 'flex-end' }}>
          <i className="sk" style={{ width: 92, height: 11 }} />
          <i className="sk" style={{ width: 92, height: 11 }} />
          <i className="sk" style={{ width: 92, height: 11 }} />
        </div>
      </section>
      <Periods />
      <div className="chart-box">
        <ChartSkeleton />
      </div>
      <section className="tick" aria-hidden="true" inert>
        <KnownTicket />
        <div className="deal">
          <i className="sk" style={{ height: 66, borderRadius: '16px 8px 8px 16px' }} />
          <i className="sk" style={{ height: 66, borderRadius: '8px 16px 16px 8px' }} />
        </div>
        <div className="tick-m">
          <i className="sk" style={{ width: 86, height: 12 }} />
          <i className="sk" style={{ width: 92, height: 12 }} />
          <i className="sk" style={{ width: 104, height: 12 }} />
        </div>
      </section>
    </main>
  );
}

/** Header with the known facts; the buttons do nothing until the list of instruments has loaded. */
function KnownHeader() {
  const name = useSettings((settings) => settings.instrumentName);
  return (
    <header className="thead" inert>
      <span className="ib mirror">
        <Icon name="menu" size={22} />
      </span>
      <span className="thead-s">
        {name === null ? (
          <i className="sk" style={{ width: 126, height: 26 }} />
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
    <div className="tick-r">
      <Stepper
        label={t('trade.lots')}
        value={defaultLotsText}
        unit={plural('trade.lotsUnit', defaultLotsText)}
        onStep={() => undefined}
        onType={() => undefined}
      />
      <span className="pill">
        {leverage === null ? (
          <i className="sk" style={{ width: 40, height: 16 }} />
        ) : (
          <span className="num">{leverage}×</span>
        )}
        <Icon name="down" />
      </span>
      <span className="pill">
        <small>{t('trade.stops')}</small>
        <Icon name="up" />
      </span>
    </div>
  );
}
