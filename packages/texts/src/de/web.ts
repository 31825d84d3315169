import type { WebTexts } from '../web.ts';
import { first } from './first.ts';
import { later } from './later.ts';

export const texts: WebTexts = { ...first, ...later };
