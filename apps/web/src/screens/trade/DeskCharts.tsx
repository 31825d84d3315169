import { useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { useIsWideDesk } from '../../platform/media.ts';
import { ChartScopeContext, scopeAt } from '../../session/chart-scope.ts';
import { activateChart, linkChart, useDeskLayout } from '../../session/desk-layout.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { useDealContext } from '../../widgets/deal-context.ts';
import { LivePrice } from '../../widgets/LivePrice.tsx';
import { useStaleMark } from '../../widgets/live-quote.ts';
import { MarginBanner } from '../../widgets/MarginBanner.tsx';
import { ChartTools } from './chart/ChartTools.tsx';
import { CrosshairLinkContext, createCrosshairLink } from './chart/crosshair-link.ts';
import styles from './DeskCharts.module.css';
import { PeriodSelect } from './PeriodSelect.tsx';
import { Chart, HeadChange } from './TradeParts.tsx';

/** Two to four charts side by side, of which one drives the ticket; a narrow desk shows that one (R-CHT-06). */
export function DeskCharts({ facts }: { facts: InstrumentFacts }) {
  const { count, active, charts } = useDeskLayout();
  const { data: instruments } = useInstruments();
  const isWide = useIsWideDesk();
  const [link] = useState(createCrosshairLink);
  const factsAt = (place: number) =>
    place === active ? facts : (instruments?.find(({ id }) => id === charts[place]?.instrumentId) ?? facts);
  const places = isWide ? Array.from({ length: count }, (_, place) => place) : [active];
  return (
    <div className={styles.whole}>
      <h1 className={typographyStyles.visuallyHidden}>{facts.spec.showCode}</h1>
      <ConnectionBanner hasDock />
      <MarginBanner />
      <div className={styles.charts} data-part="desk-charts" data-count={places.length}>
        {places.map((place) => (
          <ChartScopeContext key={place} value={scopeAt(place)}>
            <CrosshairLinkContext value={charts[place]?.isLinked === true ? link : null}>
              <DeskChart
                facts={factsAt(place)}
                place={place}
                isActive={place === active}
                isLinked={charts[place]?.isLinked === true}
              />
            </CrosshairLinkContext>
          </ChartScopeContext>
        ))}
      </div>
    </div>
  );
}

interface DeskChartProps {
  readonly facts: InstrumentFacts;
  readonly place: number;
  readonly isActive: boolean;
  readonly isLinked: boolean;
}

/** One of several charts. A press anywhere in it, or the key with its number, makes it the active one. */
function DeskChart({ facts, place, isActive, isLinked }: DeskChartProps) {
  const { rate } = useDealContext(facts);
  const { showCode, digits } = facts.spec;
  const number = place + 1;
  const activate = () => activateChart(place, facts);
  return (
    <section
      className={cx(layoutStyles.panel, styles.panel)}
      aria-label={`${t('chart.place', { number })} · ${showCode}`}
      aria-current={isActive ? 'true' : undefined}
      data-part="desk-chart"
      onPointerDownCapture={activate}
      {...useStaleMark(facts.id)}
    >
      <div className={styles.head}>
        <button
          type="button"
          className={styles.number}
          aria-pressed={isActive}
          aria-label={t('chart.toTicket', { number })}
          onClick={activate}
        >
          {number}
        </button>
        <h2 className={styles.name}>{showCode}</h2>
        <PeriodSelect className={styles.period} />
        <LivePrice id={facts.id} digits={digits} className={cx(figuresStyles.number, styles.price)} />
        <HeadChange id={facts.id} digits={digits} className={styles.change} />
        <span className={layoutStyles.grow} />
        <button
          type="button"
          className={styles.key}
          aria-pressed={isLinked}
          aria-label={t('chart.link', { number })}
          onClick={() => linkChart(place, !isLinked)}
        >
          <Icon name="link" size={18} />
        </button>
        <span className={styles.key}>
          <ChartTools />
        </span>
      </div>
      <Chart key={facts.id} facts={facts} rate={rate} onAsk={activate} />
    </section>
  );
}
