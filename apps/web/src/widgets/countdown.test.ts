import { expect, it } from 'vitest';
import { leftText } from './Countdown.tsx';

it.each([
  [1, '0:01'],
  [189_000, '3:09'],
  [7_389_000, '2:03:09'],
  [176_400_000, '49:00:00'],
])('%i ms are left as %s (R-SCR-22)', (ms, text) => expect(leftText(ms)).toBe(text));
