import { expect, test } from 'vitest';
import type { User } from '../data/user.ts';
import { type KeptSession, keptBeside } from './kept-session.ts';

const session = (token: string, isDemo: boolean): KeptSession => ({ token, user: { isDemo } as User });
const [demo, otherDemo, real, otherReal] = [
  session('demo', true),
  session('other demo', true),
  session('real', false),
  session('other real', false),
];
const none = { token: null, user: null };

test('R-SCR-94 a demo and a real account stay signed in beside each other, one of each at most', () => {
  expect(keptBeside({ ...none, other: null }, real)).toBeNull();
  expect(keptBeside({ ...demo, other: null }, real)).toEqual(demo);
  expect(keptBeside({ ...real, other: demo }, demo)).toEqual(real);
  // Another real account takes the place of the first.
  expect(keptBeside({ ...real, other: demo }, otherReal)).toEqual(demo);
  expect(keptBeside({ ...real, other: null }, otherReal)).toBeNull();
  expect(keptBeside({ ...demo, other: real }, otherDemo)).toEqual(real);
  // After one of them has expired, the other still waits.
  expect(keptBeside({ ...none, other: real }, demo)).toEqual(real);
  expect(keptBeside({ ...none, other: real }, otherReal)).toBeNull();
});
