import { describe, expect, test, vi } from 'vitest';
import { share, sharePicture } from './share.ts';

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

describe('R-JRN-09 a picture', () => {
  const picture = new Blob(['png'], { type: 'image/png' });
  const canShare = () => true;

  test('goes to the share sheet of a device that takes files, else is saved', async () => {
    const save = vi.fn();
    const device = { share: vi.fn<(data?: ShareData) => Promise<void>>(() => Promise.resolve()), canShare };
    expect(await sharePicture('result.png', picture, device, save)).toBe('shared');
    expect(device.share.mock.calls[0]?.[0]?.files?.[0]).toMatchObject({ name: 'result.png', type: 'image/png' });
    expect(save).not.toHaveBeenCalled();

    expect(await sharePicture('result.png', picture, {}, save)).toBe('saved');
    expect(await sharePicture('result.png', picture, { ...device, canShare: () => false }, save)).toBe('saved');
    const refusing = { share: () => Promise.reject(new DOMException('', 'NotAllowedError')), canShare };
    expect(await sharePicture('result.png', picture, refusing, save)).toBe('saved');
    expect(save.mock.calls).toEqual(Array.from({ length: 3 }, () => ['result.png', picture]));
  });

  test('is neither shared nor saved when the share sheet is closed', async () => {
    const save = vi.fn();
    const closed = { share: () => Promise.reject(new DOMException('', 'AbortError')), canShare };
    expect(await sharePicture('result.png', picture, closed, save)).toBe('dropped');
    expect(save).not.toHaveBeenCalled();
  });
});
