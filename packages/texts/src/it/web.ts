import type { WebTexts } from '../web.ts';
import { app } from './web/app.ts';
import { identity } from './web/identity.ts';
import { money } from './web/money.ts';
import { trading } from './web/trading.ts';

export const texts: WebTexts = { ...app, ...trading, ...identity, ...money };
