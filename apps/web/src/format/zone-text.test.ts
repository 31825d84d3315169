import { expect, test, vi } from 'vitest';
import { loadLanguage } from '../i18n/text.ts';
import { zoneText } from './zone-text.ts';

test('R-MKT-50 a zone is named by its city, which the device’s own zone has too', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('en');
  expect(zoneText('new-york')).toBe('New York');
  expect(zoneText('utc')).toBe('UTC');
  expect(zoneText('device')).not.toContain('/');
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...Intl.DateTimeFormat().resolvedOptions(),
    timeZone: 'Asia/Ho_Chi_Minh',
  });
  expect(zoneText('device')).toBe('Ho Chi Minh');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
