import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { fetchCandles } from '../../data/queries.ts';
import { groupDigits } from '../../format/price-text.ts';
import { clockText, dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { candleTokens } from '../market/candle-tokens.ts';
import styles from './TradeChart.module.css';
import { scalePrices, shapeOf, type TradeShape, windowOf } from './trade-shape.ts';

export interface TradeChartProps {
  readonly order: Order;
  readonly facts: InstrumentFacts;
}

const dayMs = 86_400_000;

/** Chart of a closed order: its candles, entry and exit with a line between, and its stops as they were at the close (R-JRN-06). */
export function TradeChart({ order, facts }: TradeChartProps) {
  const span = { openMs: order.openedAtMs ?? order.placedAtMs, closeMs: order.endedAtMs ?? order.placedAtMs };
  const { period, beforeMs, limit } = windowOf(span);
  const candles = useQuery({
    queryKey: ['trade-candles', order.id, period, beforeMs],
    queryFn: () => fetchCandles(order.instrumentId, period, beforeMs, limit),
  });
  const shape =
    candles.data === undefined
      ? undefined
      : shapeOf(candles.data, span, {
          entry: Number(order.entryPrice),
          exit: Number(order.markPrice),
          stopLoss: levelOf(order.stopLoss),
          takeProfit: levelOf(order.takeProfit),
        });
  const isMissing = candles.isError || shape === null;
  return (
    <figure className={styles.figure} data-testid="trade-chart">
      {isMissing ? (
        <p className={cx(styles.none, typographyStyles.small, typographyStyles.tertiary)}>{t('journal.noCandles')}</p>
      ) : shape === undefined ? (
        <Bone width="100%" height={240} />
      ) : (
        <Drawing order={order} facts={facts} shape={shape} />
      )}
      <figcaption className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>
        {t('journal.levelsAtClose')}
      </figcaption>
    </figure>
  );
}

function levelOf(level: string | null): number | null {
  return level === null ? null : Number(level);
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

function Drawing({ order, facts, shape }: TradeChartProps & { shape: TradeShape }) {
  const colours = useSettings((settings) => settings.chartColours);
  const [up, down] = candleTokens[colours];
  const look = { '--rising': `var(${up})`, '--falling': `var(${down})` } as CSSProperties;
  const { openX, closeX, entryY, exitY } = shape;
  const { digits } = facts.spec;
  return (
    <div className={styles.drawing} style={look} dir="ltr">
      <div
        className={styles.plot}
        role="img"
        aria-label={t('journal.chartOf', {
          code: order.showCode,
          open: groupDigits(order.entryPrice),
          close: groupDigits(order.markPrice),
        })}
      >
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {scalePrices(shape.low, shape.high).map((price) => (
            <path key={price} className={styles.grid} d={`M0 ${yOf(shape, price)}H1`} />
          ))}
          <rect
            className={styles.held}
            x={openX}
            y={Math.min(entryY, exitY)}
            width={Math.max(shape.step / 2, closeX - openX)}
            height={Math.abs(entryY - exitY)}
          />
          {shape.bars.map((bar) => (
            <path
              key={bar.x}
              className={bar.close <= bar.open ? styles.rising : styles.falling}
              d={`M${bar.x} ${bar.top}V${bar.bottom}M${bar.x - shape.step * 0.3} ${bar.open}h${shape.step * 0.6}V${bar.close}h${-shape.step * 0.6}Z`}
            />
          ))}
          {[shape.stopY, shape.targetY].map((y, at) =>
            y === null ? null : <path key={at} className={styles.level} d={`M${openX} ${y}H${closeX}`} />,
          )}
          <path className={styles.between} d={`M${openX} ${entryY}L${closeX} ${exitY}`} data-testid="trade-line" />
        </svg>
        <Mark
          x={openX}
          y={entryY}
          kind="entry"
          isUpper={entryY < exitY}
          testId="trade-entry"
          text={`${t('journal.in')} ${groupDigits(order.entryPrice)}`}
        />
        <Mark
          x={closeX}
          y={exitY}
          kind="exit"
          isUpper={entryY >= exitY}
          testId="trade-exit"
          text={`${t('journal.out')} ${groupDigits(order.markPrice)}`}
        />
        <Level shape={shape} y={shape.stopY} text={`${t('order.sl')} ${groupDigits(order.stopLoss ?? '')}`} />
        <Level shape={shape} y={shape.targetY} text={`${t('order.tp')} ${groupDigits(order.takeProfit ?? '')}`} />
      </div>
      <div className={cx(styles.axis, figuresStyles.number)} aria-hidden="true">
        {scalePrices(shape.low, shape.high).map((price) => (
          <span key={price} style={{ top: percent(yOf(shape, price)) }}>
            {groupDigits(price.toFixed(digits))}
          </span>
        ))}
      </div>
      <Times shape={shape} />
    </div>
  );
}

function yOf({ low, high }: TradeShape, price: number): number {
  return (high - price) / (high - low);
}

interface MarkProps {
  readonly x: number;
  readonly y: number;
  readonly kind: 'entry' | 'exit';
  /** True for the fill at the higher price: its label is above it, that of the other one below. */
  readonly isUpper: boolean;
  readonly text: string;
  readonly testId: string;
}

/** Arrow at a fill, with its price. */
function Mark({ x, y, kind, isUpper, text, testId }: MarkProps) {
  return (
    <>
      <i
        className={cx(styles.arrow, styles[kind])}
        style={{ left: percent(x), top: percent(y) }}
        data-testid={testId}
      />
      <span
        className={cx(
          styles.label,
          figuresStyles.number,
          x > 0.5 && styles.toLeft,
          isUpper ? styles.over : styles.under,
        )}
        style={{ left: percent(x), top: percent(y) }}
      >
        {text}
      </span>
    </>
  );
}

/** Label of a level, at the end of its line that is farther from an arrow. */
function Level({ shape, y, text }: { shape: TradeShape; y: number | null; text: string }) {
  if (y === null) return null;
  const { openX, closeX, entryY, exitY } = shape;
  const x = Math.abs(y - entryY) > Math.abs(y - exitY) ? openX : closeX;
  return (
    <span
      className={cx(styles.label, styles.ofLevel, figuresStyles.number, x > 0.5 && styles.toLeft, styles.over)}
      style={{ left: percent(x), top: percent(y) }}
    >
      {text}
    </span>
  );
}

/** First and last moment of the chart, and where it was opened and closed lies between. */
function Times({ shape: { firstMs, lastMs } }: { shape: TradeShape }) {
  const zone = useSettings((settings) => settings.chartZone);
  const isLong = lastMs - firstMs > dayMs;
  const text = (timeMs: number) =>
    isLong
      ? `${dayText(timeMs, zone, localeTag())} ${clockText(timeMs, zone, localeTag())}`
      : clockText(timeMs, zone, localeTag());
  return (
    <div className={cx(styles.times, figuresStyles.number)}>
      <span>{text(firstMs)}</span>
      <span>{text(lastMs)}</span>
    </div>
  );
}
