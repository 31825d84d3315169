import type { Journal } from '../../data/journal.ts';
import { signedText } from '../../format/number-text.ts';
import { dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import styles from './JournalScreen.module.css';
import { curveShape, type Point } from './journal-shapes.ts';

const box = { width: 320, height: 100, inset: 8 };

/** Curve of net results after each trade, with zero and the deepest drawdown marked; time runs to the right. */
export function EquityCurve({ journal }: { journal: Journal }) {
  const zone = useSettings((settings) => settings.chartZone);
  const { curve, drawdown } = journal;
  const shape = curveShape(curve, drawdown, box);
  const [first, last] = [curve[0], curve.at(-1)];
  const end = shape.line.at(-1);
  return (
    <figure className={styles.curve} dir="ltr">
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('journal.curveOf', { net: signedText(journal.net), depth: signedText(depthOf(journal)) })}
      >
        <path className={styles.zero} d={`M0 ${shape.zeroY}H${box.width}`} />
        {shape.peak === null || shape.trough === null ? null : (
          <rect
            className={styles.fall}
            x={shape.peak.x}
            y={0}
            width={shape.trough.x - shape.peak.x}
            height={box.height}
            data-testid="drawdown"
          />
        )}
        <path className={styles.line} d={pathOf(shape.line)} />
      </svg>
      {[shape.peak, shape.trough].map((point, at) =>
        point === null ? null : <i key={at} className={styles.ring} style={placeOf(point)} />,
      )}
      {end === undefined ? null : <i className={styles.endDot} style={placeOf(end)} />}
      <figcaption className={styles.days}>
        <span>{first === undefined ? '' : dayText(first.timeMs, zone, localeTag())}</span>
        <span>{last === undefined ? '' : dayText(last.timeMs, zone, localeTag())}</span>
      </figcaption>
    </figure>
  );
}

/** Depth of the drawdown as a loss. */
export function depthOf({ drawdown }: Journal): string {
  return drawdown === null ? '0' : `-${drawdown.depth}`;
}

function pathOf(line: readonly Point[]): string {
  return line.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
}

function placeOf({ x, y }: Point) {
  return { left: `${(x / box.width) * 100}%`, top: `${y}px` };
}
