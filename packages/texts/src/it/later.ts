import type { LaterTexts } from '../web.ts';
import { alerts } from './web/alerts.ts';
import { calendar } from './web/calendar.ts';
import { chart } from './web/chart.ts';
import { deals } from './web/deals.ts';
import { identity } from './web/identity.ts';
import { indicators } from './web/indicators.ts';
import { journal } from './web/journal.ts';
import { money } from './web/money.ts';
import { ways } from './web/ways.ts';

export const later: LaterTexts = {
  ...alerts,
  ...calendar,
  ...chart,
  ...deals,
  ...identity,
  ...indicators,
  ...journal,
  ...money,
  ...ways,
};
