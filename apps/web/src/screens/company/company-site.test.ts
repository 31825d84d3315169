import { expect, test } from 'vitest';
import { companyCookie } from './company-site.ts';

test('R-COM-03 the cookie company_id lasts 3 years, for this site only, and is secure on https', () => {
  expect(companyCookie(7, 'https:')).toBe('company_id=7; Path=/; Max-Age=94608000; SameSite=Lax; Secure');
  expect(companyCookie(7, 'http:')).toBe('company_id=7; Path=/; Max-Age=94608000; SameSite=Lax');
});
