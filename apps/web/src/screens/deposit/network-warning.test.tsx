import { languageCodes } from '@candor/contracts/languages';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DepositAddress } from '../../data/funds-records.ts';
import { loadLanguage, t } from '../../i18n/text.ts';
import { NetworkWarning } from './NetworkWarning.tsx';

beforeAll(() => void vi.stubGlobal('document', { documentElement: {} }));
afterAll(async () => {
  await loadLanguage('en');
  vi.unstubAllGlobals();
});

const option = { currencyCode: 'USDT', network: 'TRC20' } as DepositAddress;

test.each(languageCodes)('R-FND-80 coin and network are bold, in the order of %s', async (language) => {
  await loadLanguage(language);
  const html = renderToStaticMarkup(<NetworkWarning option={option} />);
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(t('deposit.networkWarning', { code: 'USDT', network: 'TRC20' }));
  expect(html).toContain('<b>USDT</b>');
  expect(html).toContain('<b>TRC20</b>');
});
