import type { Centre } from '@candor/domain/calc/market-sessions';
import type { PlainKey } from '../../i18n/text.ts';

/** Names of the centres of currency trading. */
export const sessionNames = {
  sydney: 'market.sydney',
  tokyo: 'market.tokyo',
  london: 'market.london',
  'new-york': 'trade.newYork',
} as const satisfies Record<Centre, PlainKey>;
