import { expect, it } from 'vitest';
import { findChosen } from './same-option.ts';

const tether = { id: 1, currency_code: 'USDT', place: 'TAddress' };
const bitcoin = { id: 2, currency_code: 'BTC', place: 'bc1address' };
const placeOf = (option: { readonly place: string }) => option.place;

it('R-FND-83 a deposit method with a changed rate is found again under its new id, never another coin', () => {
  const renewed = { ...bitcoin, id: 7 };
  expect(findChosen([tether, renewed], bitcoin, placeOf)).toBe(renewed);
  expect(findChosen([tether], bitcoin, placeOf)).toBeNull();
  expect(findChosen([tether, bitcoin], bitcoin, placeOf)).toBe(bitcoin);
  expect(findChosen([{ ...bitcoin, id: 7, place: 'bc1other' }], bitcoin, placeOf)).toBeNull();
});
