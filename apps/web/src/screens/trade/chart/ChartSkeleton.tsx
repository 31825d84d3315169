import styles from './ChartSkeleton.module.css';

const bars = Array.from({ length: 44 }, (_, index) => ({
  x: 6 + index * 7.4,
  y: 112 + Math.sin(index / 3.1) * 26 + index * 1.9 + (index % 3) * 6,
  height: 14 + ((index * 7) % 29),
}));
const levels = [50, 110, 170, 230, 290];

/** Skeleton of the chart. */
export function ChartSkeleton() {
  return (
    <svg className={styles.skeleton} viewBox="0 0 390 384" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g stroke="var(--chart-grid)">
        {levels.map((y) => (
          <path key={y} d={`M0 ${y}H332`} />
        ))}
        <path d="M0 360H390" />
      </g>
      <g fill="var(--color-skeleton)">
        {bars.map(({ x, y, height }) => (
          <rect key={x} x={x} y={y} width="4.500" height={height} rx="1.500" />
        ))}
        {levels.map((y) => (
          <rect key={y} x="342" y={y - 5} width="40" height="10" rx="4" />
        ))}
      </g>
    </svg>
  );
}
