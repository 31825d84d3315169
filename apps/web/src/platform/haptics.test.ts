import { expect, test, vi } from 'vitest';
import { vibrate } from './haptics.ts';

test('R-JRN-02 a device vibrates unless it cannot, or reduced motion is set', () => {
  const device = { vibrate: vi.fn(() => true) };
  vibrate('done', device, false);
  expect(device.vibrate.mock.calls).toEqual([[[14]]]);
  vibrate('result', device, true);
  expect(device.vibrate).toHaveBeenCalledTimes(1);
  expect(() => vibrate('result', {}, false)).not.toThrow();
});
