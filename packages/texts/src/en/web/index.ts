import { app } from './app.ts';
import { identity } from './identity.ts';
import { money } from './money.ts';
import { trading } from './trading.ts';

/** Every text of the web app. English is the source: its keys and `{holes}` are the types of the other languages. */
export const texts = { ...app, ...trading, ...identity, ...money } as const;
