import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const missing = './de.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: {} });
  vi.doMock(missing, () => {
    throw new Error('The file did not come');
  });
});
afterEach(() => {
  vi.doUnmock(missing);
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('R-SCR-11 a language whose file does not come is told, and the one on show stays', async () => {
  const { currentLanguage, loadLanguage } = await import('./text.ts');
  const before = currentLanguage();
  await expect(loadLanguage('de')).rejects.toThrow();
  expect(currentLanguage()).toBe(before);
});

test('R-SCR-11 one that was given up for another before it failed is nobody’s concern', async () => {
  const { currentLanguage, loadLanguage } = await import('./text.ts');
  expect(await Promise.all([loadLanguage('de'), loadLanguage('fr')])).toEqual([false, true]);
  expect(currentLanguage()).toBe('fr');
});
