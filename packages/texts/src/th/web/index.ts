import type { WebTexts } from '../../web.ts';
import { app } from './app.ts';
import { identity } from './identity.ts';
import { money } from './money.ts';
import { trading } from './trading.ts';

export const texts: WebTexts = { ...app, ...trading, ...identity, ...money };
