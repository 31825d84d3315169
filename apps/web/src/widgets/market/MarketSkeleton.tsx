import chipsStyles from '../../ui/Chips.module.css';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import marketRowStyles from './MarketRow.module.css';
import styles from './MarketSkeleton.module.css';

const codeWidths = [62, 68, 66, 70, 48, 64, 52, 40, 66, 60];

/** Ten skeletons of a market row (R-SCR-03). */
export function SkeletonRows({ count = 10 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className={marketRowStyles.row} aria-hidden="true" data-testid="skeleton-row">
      <Bone isCircle width={36} height={36} />
      <span className={cx(layoutStyles.column, styles.lines)}>
        <Bone width={codeWidths[index % codeWidths.length]} height={14} />
        <Bone width={50} height={10} />
      </span>
      <svg className={marketRowStyles.sparkline} data-part="sparkline-box" viewBox="0 0 120 32">
        <path
          d={`M2 ${20 + (index % 3) * 2}C20 ${8 + (index % 3) * 4} 34 ${26 - (index % 2) * 6} 54 ${16 + (index % 2) * 4}S92 ${6 + (index % 4) * 2} 118 ${12 + (index % 3) * 4}`}
          fill="none"
          stroke="var(--color-skeleton)"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      <span className={marketRowStyles.column} />
      <span className={marketRowStyles.column} />
      <span className={cx(layoutStyles.column, styles.figureLines)}>
        <Bone width={74} height={15} />
        <Bone width={52} height={10} />
      </span>
    </div>
  ));
}

export function SkeletonChips() {
  return (
    <div className={chipsStyles.chips} aria-hidden="true">
      {[64, 72, 76, 70, 70].map((width, index) => (
        <Bone key={index} width={width} height={34} borderRadius={17} flex="none" />
      ))}
    </div>
  );
}
