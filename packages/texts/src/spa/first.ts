import type { FirstTexts } from '../web.ts';
import { app } from './web/app.ts';
import { notices } from './web/notices.ts';
import { trading } from './web/trading.ts';

export const first: FirstTexts = { ...app, ...trading, ...notices };
