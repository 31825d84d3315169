import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { formatDecimal, formatUsd, toDrawnNumber } from '../../format/figures.ts';

interface Point {
  readonly day: string;
  /** Decimal text of the server. */
  readonly value: string;
}

const [width, height] = [300, 92];
const gap = 1.5;

/**
 * Bar chart of one figure by day, in one colour because colour has no meaning here. The day under the pointer, or the
 * last one, is shown in full.
 */
export function DayChart(props: {
  readonly label: string;
  readonly points: readonly Point[];
  readonly isUsd: boolean;
}) {
  const { label, points, isUsd } = props;
  const [at, setAt] = useState<number | null>(null);
  const shown = points[at ?? points.length - 1];
  const values = points.map(({ value }) => toDrawnNumber(value));
  const [top, bottom] = [Math.max(0, ...values), Math.min(0, ...values)];
  const range = top - bottom || 1;
  const zero = (top / range) * height;
  const step = width / points.length;
  const barWidth = Math.max(step - gap, step * 0.6);
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', mb: 1 }} aria-live="off">
        <Typography className="num" sx={{ fontSize: '1.25rem', fontWeight: 650 }}>
          {isUsd ? formatUsd(shown?.value) : formatDecimal(shown?.value)}
        </Typography>
        <Typography variant="caption" color="textSecondary" className="num">
          {shown?.day}
        </Typography>
      </Box>
      <Box
        component="svg"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summaryOf(label, points, values)}
        preserveAspectRatio="none"
        onPointerLeave={() => setAt(null)}
        sx={{ display: 'block', width: '100%', height, color: 'text.primary', overflow: 'visible' }}
      >
        {values.map((value, index) => {
          const length = Math.max((Math.abs(value) / range) * height, value === 0 ? 0 : 1);
          return (
            <g key={points[index]?.day}>
              <rect
                x={index * step}
                y={value < 0 ? zero : zero - length}
                width={barWidth}
                height={length}
                fill="currentColor"
                opacity={at === null || at === index ? 0.85 : 0.3}
              />
              <rect
                x={index * step}
                y={0}
                width={step}
                height={height}
                fill="transparent"
                onPointerEnter={() => setAt(index)}
              />
            </g>
          );
        })}
        <line x1={0} x2={width} y1={zero} y2={zero} stroke="currentColor" strokeOpacity={0.35} />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.5, color: 'text.secondary' }}>
        <Typography variant="caption" className="num">
          {points[0]?.day}
        </Typography>
        <Typography variant="caption" className="num">
          {points.at(-1)?.day}
        </Typography>
      </Box>
    </Box>
  );
}

function summaryOf(label: string, points: readonly Point[], values: readonly number[]): string {
  const peak = points[values.indexOf(Math.max(...values))];
  return `${label}. ${text.dashboard.peak}: ${peak?.day ?? ''}, ${formatDecimal(peak?.value)}.`;
}
