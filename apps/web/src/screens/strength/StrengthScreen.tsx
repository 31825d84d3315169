import { Link } from '@tanstack/react-router';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useMarketFeed } from '../../data/live.ts';
import { useInstruments } from '../../data/queries.ts';
import { quotes } from '../../data/quotes.ts';
import { useRangeOpens } from '../../data/range-opens.ts';
import { directionOf, signedText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { chooseInstrument } from '../../session/settings-store.ts';
import { cx, directionClass } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { SkeletonRows } from '../../widgets/market/MarketSkeleton.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { SourceLabel } from '../../widgets/SourceLabel.tsx';
import styles from './StrengthScreen.module.css';
import { changeAgainst, dollarPairs, type PairMove, type Strength, strengthsOf } from './strength.ts';

const ranges = ['hour', 'today', 'week'] as const;
type Range = (typeof ranges)[number];

const rangeTexts = { hour: 'market.oneHour', today: 'order.today', week: 'history.sevenDays' } as const;
const repaintMs = 1_000;

/** Strength of the eight main currencies against one another (R-SCR-93). */
export function StrengthScreen() {
  const [range, setRange] = useState<Range>('today');
  const all = useInstruments().data;
  useMarketFeed();
  const moveOf = useMoves(range, all);
  useRepaint();
  const strengths = strengthsOf(moveOf);
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.fadeIn)}>
      <NavBar title={t('market.strength')} />
      <div className={cx(layoutStyles.page, layoutStyles.gutters, styles.page)}>
        <Segmented
          label={t('journal.range')}
          value={range}
          options={ranges.map((value) => ({ value, label: t(rangeTexts[value]) }))}
          onChange={setRange}
        />
        {all === undefined ? (
          <div role="status" aria-label={t('common.loading')}>
            <SkeletonRows />
          </div>
        ) : strengths.length === 0 ? (
          <Empty drawing="search" title={t('market.noStrength')} text={t('market.noStrengthText')} />
        ) : (
          <>
            <Bars strengths={strengths} instruments={all} />
            <Table strengths={strengths} />
            <p className={styles.note}>
              {t('market.strengthNote')} <SourceLabel source={all[0]?.source} className={styles.source} />
            </p>
          </>
        )}
      </div>
    </main>
  );
}

/** Renders again each second, with the prices of that moment; ticks themselves render nothing. */
function useRepaint(): void {
  const [, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), repaintMs);
    return () => clearInterval(timer);
  }, []);
}

/** Returns a function for the move of a pair in the range, by bids; only fresh prices count. */
function useMoves(range: Range, all: readonly InstrumentFacts[] | undefined): (code: string) => PairMove {
  const [nowMs] = useState(Date.now);
  const pairs = useMemo(() => {
    const codes = new Set(Object.values(dollarPairs).map(({ code }) => code));
    return (all ?? []).filter(({ spec }) => codes.has(spec.showCode));
  }, [all]);
  const opens = useRangeOpens(
    pairs.map(({ id }) => id),
    range === 'today' ? null : range,
    nowMs,
  );
  return (code) => {
    const at = pairs.findIndex(({ spec }) => spec.showCode === code);
    const pair = pairs[at];
    const quote = pair === undefined ? undefined : quotes.get(pair.id);
    if (quote === undefined || quote.bid === null || quote.isStale) return null;
    const from = range === 'today' ? Number(quote.open) : opens[at];
    return from === undefined ? null : { from, to: Number(quote.bid) };
  };
}

function percentText(percent: number): string {
  return signedText(percent.toFixed(2));
}

function Bars(props: { strengths: readonly Strength[]; instruments: readonly InstrumentFacts[] }) {
  const { strengths, instruments } = props;
  const widest = Math.max(0.01, ...strengths.map(({ percent }) => Math.abs(percent)));
  return (
    <ol className={styles.bars} data-testid="strengths">
      {strengths.map((strength) => (
        <li key={strength.currency}>
          <Bar strength={strength} widest={widest} pair={dollarPairOf(strength, instruments)} />
        </li>
      ))}
    </ol>
  );
}

function dollarPairOf({ currency }: Strength, instruments: readonly InstrumentFacts[]): InstrumentFacts | undefined {
  if (currency === 'USD') return undefined;
  const { code } = dollarPairs[currency];
  return instruments.find(({ spec }) => spec.showCode === code);
}

/** Strength of a currency, which opens its pair with the dollar. */
function Bar(props: { strength: Strength; widest: number; pair: InstrumentFacts | undefined }) {
  const { strength, widest, pair } = props;
  const { currency, percent } = strength;
  const share = (Math.abs(percent) / widest) * 50;
  const content = (
    <>
      <span className={styles.currency}>
        <CurrencyLogo code={currency} size={20} />
        {currency}
      </span>
      <span className={styles.track} dir="ltr">
        <i
          className={percent < 0 ? styles.weak : styles.strong}
          style={{ width: `${share}%`, [percent < 0 ? 'right' : 'left']: '50%' }}
        />
      </span>
      <span className={cx(figuresStyles.number, styles.figure, directionClass[directionOf(percent.toFixed(2))])}>
        {percentText(percent)}%
      </span>
    </>
  );
  if (pair === undefined) return <div className={styles.bar}>{content}</div>;
  return (
    <Link
      to="/trade"
      className={styles.bar}
      data-code={pair.spec.code}
      onClick={() => chooseInstrument(pair.id, pair.spec)}
    >
      {content}
    </Link>
  );
}

/** Tint of a cell: stronger with the change, up to a third of the colour. */
function tintOf(change: number): CSSProperties {
  const colour = change < 0 ? 'var(--color-down-fill)' : 'var(--color-up-fill)';
  const share = Math.round(Math.min(34, 4 + Math.abs(change) * 50));
  return { background: `color-mix(in srgb, ${colour} ${share}%, var(--color-surface))` };
}

function Table({ strengths }: { strengths: readonly Strength[] }) {
  return (
    <section className={styles.section}>
      <div className={styles.title}>
        <h2>{t('market.eachAgainstEach')}</h2>
        <span>{t('market.rowAgainstColumn')}</span>
      </div>
      <table className={styles.table} dir="ltr">
        <thead>
          <tr>
            <td />
            {strengths.map(({ currency }) => (
              <th key={currency} scope="col">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {strengths.map((row) => (
            <tr key={row.currency}>
              <th scope="row">{row.currency}</th>
              {strengths.map((column) => (
                <Cell key={column.currency} row={row} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ row, column }: { row: Strength; column: Strength }) {
  if (row.currency === column.currency) return <td className={styles.none} />;
  const change = changeAgainst(row, column);
  return (
    <td className={figuresStyles.number} style={tintOf(change)}>
      {percentText(change)}
    </td>
  );
}
