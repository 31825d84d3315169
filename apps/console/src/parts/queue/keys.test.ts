import { expect, test } from 'vitest';
import { areKeysOn, shortcutOf } from './keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };

test('R-CON-16 a key alone is a shortcut; with a modifier or held down it is none', () => {
  expect(shortcutOf({ ...plain, key: 'J' })).toBe('j');
  expect(shortcutOf({ ...plain, key: 'Enter' })).toBe('enter');
  expect(shortcutOf({ ...plain, key: 'a', ctrlKey: true })).toBeNull();
  expect(shortcutOf({ ...plain, key: 'a', metaKey: true })).toBeNull();
  expect(shortcutOf({ ...plain, key: 'a', altKey: true })).toBeNull();
  expect(shortcutOf({ ...plain, key: 'a', repeat: true })).toBeNull();
});

test('R-CON-16 single keys are on until the operator switches them off', () => {
  expect(areKeysOn({ getItem: () => null })).toBe(true);
  expect(areKeysOn({ getItem: () => 'off' })).toBe(false);
});
