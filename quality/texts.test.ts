import { expect, it } from 'vitest';
import { en } from '../apps/web/src/i18n/en.ts';
import { allFiles, isSource, isTest, read } from './source-tree.ts';

const sources = allFiles('apps/web/src')
  .filter((path) => isSource(path) && !isTest(path) && !path.startsWith('apps/web/src/i18n/'))
  .map(read)
  .join('\n');
/** Keys put together from a beginning and a word known to the compiler: t(`order.${tab}`). */
const beginnings = [...sources.matchAll(/`([a-zA-Z.]+\.)\$\{/g)].map((match) => match[1] ?? '');

it('every text of the app is shown somewhere (R-LANG-05)', () => {
  const isMade = (key: string) => beginnings.some((beginning) => key.startsWith(beginning));
  const unused = Object.keys(en).filter((key) => !sources.includes(`'${key}'`) && !isMade(key));
  expect(unused).toEqual([]);
});
