import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const missing = '../../../../packages/texts/src/de/later.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: {} });
  vi.doMock(missing, () => {
    throw new Error('The file did not load');
  });
});
afterEach(() => {
  vi.doUnmock(missing);
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('R-SCR-11 a language that fails to load is refused, and the current one stays', async () => {
  const { currentLanguage, loadLanguage } = await import('./text.ts');
  const before = currentLanguage();
  await expect(loadLanguage('de')).rejects.toThrow();
  expect(currentLanguage()).toBe(before);
});

test('R-SCR-11 the failure of a language that a later request replaced is ignored', async () => {
  const { currentLanguage, loadLanguage } = await import('./text.ts');
  expect(await Promise.all([loadLanguage('de'), loadLanguage('fr')])).toEqual([false, true]);
  expect(currentLanguage()).toBe('fr');
});
