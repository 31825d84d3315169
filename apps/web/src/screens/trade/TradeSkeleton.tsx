import { t } from '../../i18n/text.ts';
import { ChartSkeleton } from './chart/ChartSkeleton.tsx';
import { Periods } from './TradeParts.tsx';

/** The trade page's shape before its instrument is known. */
export function TradeSkeleton() {
  return (
    <main className="scr trade" role="status" aria-label={t('common.loading')}>
      <header className="thead" style={{ paddingInlineStart: 'var(--gutter)' }}>
        <i className="sk" style={{ width: 150, height: 26 }} />
      </header>
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
      <section className="tick" aria-hidden="true">
        <i className="sk" style={{ height: 44, borderRadius: 12 }} />
        <div className="deal">
          <i className="sk" style={{ height: 66, borderRadius: 16 }} />
          <i className="sk" style={{ height: 66, borderRadius: 16 }} />
        </div>
        <div className="tick-m">
          <i className="sk" style={{ width: 86, height: 12 }} />
          <i className="sk" style={{ width: 92, height: 12 }} />
          <i className="sk" style={{ width: 92, height: 12 }} />
        </div>
      </section>
    </main>
  );
}
