import { describe, expect, it } from 'vitest';
import { toPayeeAccount, toSwift } from './bank-account.ts';

describe('R-FND-29 a bank account is checked where it can be', () => {
  // Examples of the IBAN registry.
  it.each(['GB29 NWBK 6016 1331 9268 19', 'DE89370400440532013000', 'NO9386011117947', 'tr330006100519786457841326'])(
    'takes the IBAN %s in one form',
    (text) => expect(toPayeeAccount(text)).toBe(text.toUpperCase().replaceAll(' ', '')),
  );

  it.each([
    'GB29 NWBK 6016 1331 9268 91',
    'DE88370400440532013000',
    'NO93860111',
    'DE8937040044053201300012345678901234567',
  ])('refuses %s, which begins like an IBAN and is none', (text) => expect(toPayeeAccount(text)).toBe(null));

  it('takes other account numbers as they are, and nothing else', () => {
    expect(toPayeeAccount('0012-3456 789')).toBe('0012-3456789');
    for (const text of ['', '1', '=SUM(A1)', 'account of my aunt!', '1'.repeat(40)])
      expect(toPayeeAccount(text)).toBe(null);
  });

  it('takes SWIFT codes of eight and eleven letters', () => {
    expect([toSwift('deutdeff'), toSwift('DEUT DE FF 500'), toSwift('')]).toEqual(['DEUTDEFF', 'DEUTDEFF500', '']);
    for (const text of ['DEUT', 'DEUTDEFF5', '12345678', 'DEUTDEFF5000']) expect(toSwift(text)).toBe(null);
  });
});
