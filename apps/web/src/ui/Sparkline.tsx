import { cx, directionClass } from './class-names.ts';
import styles from './Sparkline.module.css';

const inset = 2;
const top = 3;
const bottomGap = 4;

export interface SparklineProps {
  readonly closes: readonly number[];
  /** Level of the dotted line: the day's open. */
  readonly open: number | null;
  readonly direction: 'up' | 'down' | 'flat';
  readonly width?: number;
  readonly height?: number;
}

/** Sparkline, 120 × 32: a line, its area to the open, a dotted line at the open, and a dot at the end (R-SCR-02). */
export function Sparkline({ closes, open, direction, width = 120, height = 32 }: SparklineProps) {
  if (closes.length < 2) return null;
  const base = open ?? closes[0] ?? 0;
  const low = Math.min(base, ...closes);
  const high = Math.max(base, ...closes);
  const span = high - low || 1;
  const bottom = height - bottomGap;
  const y = (value: number) => bottom - ((value - low) / span) * (bottom - top);
  const x = (index: number) => inset + (index * (width - 2 * inset)) / (closes.length - 1);
  const line = closes
    .map((close, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(close).toFixed(1)}`)
    .join('');
  const baseline = y(base).toFixed(1);
  const end = closes.at(-1) ?? base;
  return (
    <svg
      className={cx(styles.line, directionClass[direction])}
      data-part="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path className={styles.area} d={`${line}L${width - inset} ${baseline}L${inset} ${baseline}Z`} />
      <path className={styles.baseline} d={`M${inset} ${baseline}H${width - inset}`} />
      <path className={styles.stroke} d={line} />
      {direction === 'flat' ? null : (
        <circle className={styles.lastPoint} cx={width - inset} cy={y(end).toFixed(1)} r="2.2" />
      )}
    </svg>
  );
}
