import { first } from './first.ts';
import { later } from './later.ts';

/** Every text of the web app. English is the source: its keys and `{holes}` are the types of the other languages. */
export const texts = { ...first, ...later } as const;
