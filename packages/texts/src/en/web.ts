import { app } from './web/app.ts';
import { identity } from './web/identity.ts';
import { money } from './web/money.ts';
import { trading } from './web/trading.ts';

/** Every text of the web app. English is the source: its keys and `{holes}` are the types of the other languages. */
export const texts = { ...app, ...trading, ...identity, ...money } as const;
