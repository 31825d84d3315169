import { expect, test, vi } from 'vitest';
import { shareLink } from './share.ts';

const shared = { title: 'Candor', text: 'Join', url: 'https://m.example.com/register?invite_code=7K2Q9M' };

test('a link goes to the device’s own sharing', async () => {
  const share = vi.fn(() => Promise.resolve());
  const copy = vi.fn(() => Promise.resolve(true));
  expect(await shareLink(shared, { share }, copy)).toBe('shared');
  expect(share).toHaveBeenCalledExactlyOnceWith(shared);
  expect(copy).not.toHaveBeenCalled();
});

test('without it, or where it refuses, the link is copied', async () => {
  const copy = vi.fn(() => Promise.resolve(true));
  expect(await shareLink(shared, {}, copy)).toBe('copied');
  const share = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  expect(await shareLink(shared, { share }, copy)).toBe('copied');
  expect(copy.mock.calls).toEqual([[shared.url], [shared.url]]);
  expect(await shareLink(shared, {}, () => Promise.resolve(false))).toBe('dropped');
});

test('who closes the device’s sheet has nothing copied behind their back', async () => {
  const copy = vi.fn(() => Promise.resolve(true));
  const share = () => Promise.reject(new DOMException('', 'AbortError'));
  expect(await shareLink(shared, { share }, copy)).toBe('dropped');
  expect(copy).not.toHaveBeenCalled();
});
