import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditText, findChosen, findDepositFault } from './deposit-figures.ts';

const terms = (perUsd: string, min = '0') => ({ perUsd, min });

describe('amount credited for a deposit (R-FND-81)', () => {
  it.each([
    ['1,500.00', '1', '1,500.00'],
    ['0.042', '0.00001092', '3,846.15'],
    ['100', '0.8675', '115.27'],
  ])('%s at %s comes to %s', (typed, price, credit) => expect(creditText(typed, terms(price), 8)).toBe(credit));

  it.each(['', '0', 'abc', '1.123456789'])('is unknown for %j', (typed) => {
    expect(creditText(typed, terms('1'), 8)).toBeNull();
  });

  it('is never more than the worth of the payment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 1e10 }), (paidE8, rateE8) => {
        const paid = (paidE8 / 1e8).toFixed(8);
        const text = creditText(paid, terms((rateE8 / 1e8).toFixed(8)), 8);
        const cents = BigInt((text ?? '').replace(/[,.]/g, ''));
        expect(cents * BigInt(rateE8) <= BigInt(paidE8) * 100n).toBe(true);
        expect((cents + 1n) * BigInt(rateE8) > BigInt(paidE8) * 100n).toBe(true);
      }),
    );
  });
});

describe('check of an amount before it is sent (R-FND-80)', () => {
  it.each([
    ['', 'empty'],
    ['abc', 'malformed'],
    ['0.000000001', 'malformed'],
    ['0', 'zero'],
    ['9.99', 'below'],
    ['10', null],
  ])('%j is %s', (typed, fault) => expect(findDepositFault(typed, terms('1', '10'), 8)).toBe(fault));
});

const tether = { id: 1, currencyCode: 'USDT', place: 'TAddress' };
const bitcoin = { id: 2, currencyCode: 'BTC', place: 'bc1address' };
const placeOf = (option: { readonly place: string }) => option.place;

it('R-FND-83 a deposit method with a changed rate is found again under its new id, never another coin', () => {
  const renewed = { ...bitcoin, id: 7 };
  expect(findChosen([tether, renewed], bitcoin, placeOf)).toBe(renewed);
  expect(findChosen([tether], bitcoin, placeOf)).toBeNull();
  expect(findChosen([tether, bitcoin], bitcoin, placeOf)).toBe(bitcoin);
  expect(findChosen([{ ...bitcoin, id: 7, place: 'bc1other' }], bitcoin, placeOf)).toBeNull();
});
