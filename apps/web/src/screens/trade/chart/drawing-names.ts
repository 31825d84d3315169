import type { PlainKey } from '../../../i18n/text.ts';
import type { DrawingTool } from '../../../session/chart-store.ts';

/** Names of the drawing tools. */
export const toolNames = {
  segment: 'chart.trendLine',
  rayLine: 'chart.ray',
  horizontalStraightLine: 'chart.horizontal',
  verticalStraightLine: 'chart.vertical',
  parallelStraightLine: 'chart.channel',
  fibonacciLine: 'chart.fibonacci',
} as const satisfies Record<DrawingTool, PlainKey>;
