import type { ChartColours } from '../../session/settings-store.ts';

/** Tokens of the colours of rising and falling candles, as the user has chosen them. */
export const candleTokens = {
  'blue-red': ['--chart-up', '--chart-down'],
  'green-red': ['--color-success-fill', '--chart-down'],
  'red-green': ['--chart-down', '--color-success-fill'],
} as const satisfies Record<ChartColours, readonly [up: string, down: string]>;
