import { expect, test, vi } from 'vitest';
import { share } from './share.ts';

const shared = { title: 'Candor', text: 'Join', url: 'https://m.example.com/register?invite_code=7K2Q9M' };

test('a link goes to the device’s share sheet', async () => {
  const device = vi.fn(() => Promise.resolve());
  const copy = vi.fn(() => Promise.resolve(true));
  expect(await share(shared, { share: device }, copy)).toBe('shared');
  expect(device).toHaveBeenCalledExactlyOnceWith(shared);
  expect(copy).not.toHaveBeenCalled();
});

test('without a share sheet, or if it refuses, the link is copied', async () => {
  const copy = vi.fn(() => Promise.resolve(true));
  expect(await share(shared, {}, copy)).toBe('copied');
  const device = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  expect(await share(shared, { share: device }, copy)).toBe('copied');
  expect(copy.mock.calls).toEqual([[shared.url], [shared.url]]);
  expect(await share(shared, {}, () => Promise.resolve(false))).toBe('dropped');
});

test('closing the share sheet copies nothing', async () => {
  const copy = vi.fn(() => Promise.resolve(true));
  const device = () => Promise.reject(new DOMException('', 'AbortError'));
  expect(await share(shared, { share: device }, copy)).toBe('dropped');
  expect(copy).not.toHaveBeenCalled();
});
