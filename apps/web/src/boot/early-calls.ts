import { firstPaths } from '@candor/contracts/http/first-paths';
import { apiOrigin } from '../data/host.ts';
import type { EarlyAnswers } from './early-answers.ts';
import { earlyKey } from './early-answers.ts';
import { stored, storedLanguage } from './stored.ts';

/** Path of a call, all of which are GET. */
const pathOf = (name: keyof typeof firstPaths) => firstPaths[name].slice('GET '.length);

// Inline script of the page, after the boot script: sends the app's first calls before the app has loaded. They have
// the same address and headers as the app's own; `early-answers.ts` hands the answers over.

const always = [pathOf('companyStatus'), pathOf('basicInfo')];
const list = pathOf('instruments');
const perPage: Readonly<Record<string, readonly string[]>> = {
  '/': [list, pathOf('categories')],
  '/trade': [list],
  '/order': [list],
  '/product': [list, pathOf('categories')],
};
const ofTrader = `${pathOf('orders')}?status=1&page=1`;
const timeoutMs = 10_000;

function sendEarly(): void {
  const lang = storedLanguage();
  const { token } = stored('candor.session');
  const headers = typeof token === 'string' ? { lang, authorization: token } : { lang };
  const paths = [...always, ...(perPage[location.pathname] ?? []), ...(typeof token === 'string' ? [ofTrader] : [])];
  const origin = apiOrigin(new URL(location.href));
  const answers: EarlyAnswers = new Map();
  for (const path of paths) {
    const time = `${path.includes('?') ? '&' : '?'}t=${Date.now()}`;
    // Browsers may keep the list: they ask by its ETag.
    const url = `${origin}${path}${path === list ? '' : time}`;
    const answer = fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    // The call that takes the answer handles its failure; an answer that nobody takes needs no handling.
    answer.catch(() => undefined);
    answers.set(earlyKey(url, headers), answer);
  }
  Object.assign(window, { candorEarly: answers });
  // Older prices are not used.
  setTimeout(() => answers.clear(), timeoutMs);
}

sendEarly();
