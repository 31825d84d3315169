import { expect, test } from 'vitest';
import { uidText } from './uid-text.ts';

test('R-SES-12 an account number is grouped for reading aloud, a demo’s is not', () => {
  expect(uidText('10482917')).toBe('10\u00a0482\u00a0917');
  expect(uidText('917')).toBe('917');
  expect(uidText('D-4408217')).toBe('D-4408217');
  expect(uidText('')).toBe('');
});
