import type { LaterTexts } from '../web.ts';
import { alerts } from './web/alerts.ts';
import { deals } from './web/deals.ts';
import { identity } from './web/identity.ts';
import { indicators } from './web/indicators.ts';
import { journal } from './web/journal.ts';
import { money } from './web/money.ts';
import { ways } from './web/ways.ts';

export const later: LaterTexts = { ...alerts, ...indicators, ...journal, ...deals, ...identity, ...money, ...ways };
