import { expect, test, vi } from 'vitest';
import { loadLanguage } from '../i18n/text.ts';
import { zoneText } from './zone-text.ts';

test('R-MKT-50 a zone is named by its city, which the device’s own zone has too', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('en');
  expect(zoneText('new-york')).toBe('New York');
  expect(zoneText('utc')).toBe('UTC');
  expect(zoneText('device')).not.toContain('/');
  const options = Intl.DateTimeFormat().resolvedOptions();
  const reported = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  for (const [timeZone, city] of [
    ['Asia/Ho_Chi_Minh', 'Ho Chi Minh'],
    // Chromium reports devices in Vietnam, India and Ukraine by these names.
    ['Asia/Saigon', 'Ho Chi Minh'],
    ['Asia/Calcutta', 'Kolkata'],
    ['Europe/Kiev', 'Kyiv'],
  ] as const) {
    reported.mockReturnValue({ ...options, timeZone });
    expect(zoneText('device')).toBe(city);
  }
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
