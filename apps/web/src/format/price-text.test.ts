import { describe, expect, it } from 'vitest';
import { groupDigits, priceText, splitPrice } from './price-text.ts';

describe('splitPrice (R-SCR-20)', () => {
  it.each([
    ['1.15283', 5, '1.15', '28', '3'],
    ['157.405', 3, '157.', '40', '5'],
    ['4071.35', 2, '4,071.', '35', ''],
    ['1.1528', 4, '1.15', '28', ''],
    ['6642.1', 1, '6,64', '2.1', ''],
    ['38412', 0, '38,4', '12', ''],
    ['0.00012', 5, '0.00', '01', '2'],
    ['9', 0, '', '9', ''],
  ])('%s at %i digits', (text, digits, lead, pip, fraction) => {
    expect(splitPrice(text, digits)).toEqual({ lead, pip, fraction });
  });
});

describe('groupDigits', () => {
  it('groups the whole part only', () => expect(groupDigits('1234567.123456')).toBe('1,234,567.123456'));
  it('writes a true minus', () => expect(groupDigits('-1234.5')).toBe('−1,234.5'));
});

it('shows a dash for a missing price', () => {
  expect(priceText(null)).toBe('—');
  expect(priceText('91508.20')).toBe('91,508.20');
});
