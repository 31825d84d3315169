import { app } from './web/app.ts';
import { notices } from './web/notices.ts';
import { trading } from './web/trading.ts';

/** Texts of the first screens, loaded before them. */
export const first = { ...app, ...trading, ...notices } as const;
