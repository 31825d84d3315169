import { describe, expect, test } from 'vitest';
import { coolingOffMs } from '../../ports/operators.ts';
import { aloneFromMs, type Circumstances, hindranceOf, losesDecision } from './who-decides.ts';

const nowMs = 10 * coolingOffMs;
const usual: Circumstances = {
  operator: { id: 2, role: 'admin', rightsSinceMs: 0 },
  request: { kind: 'settings', authorId: 1, atMs: nowMs },
  second: { count: 2, lastLeftMs: null, hasTraders: true },
  isTrial: false,
  nowMs,
};
const author = { id: 1, role: 'admin', rightsSinceMs: 0 } as const;
const alone = { count: 0, lastLeftMs: null, hasTraders: true };
const madeAt = (atMs: number) => ({ kind: 'settings', authorId: 1, atMs }) as const;

describe('R-OPS-95 R-OPS-96 R-OPS-97 the right to approve', () => {
  test.each<[string, Partial<Circumstances>, ReturnType<typeof hindranceOf>]>([
    ['a second person', {}, null],
    ['compliance, for settings', { operator: { id: 2, role: 'compliance', rightsSinceMs: 0 } }, null],
    [
      'compliance, for operators',
      {
        operator: { id: 2, role: 'compliance', rightsSinceMs: 0 },
        request: { kind: 'operator', authorId: 1, atMs: 0 },
      },
      'role',
    ],
    ['a dealer', { operator: { id: 2, role: 'dealer', rightsSinceMs: 0 } }, 'role'],
    ['the author', { operator: author }, 'author'],
    ['the author in a trial company', { operator: author, isTrial: true }, 'author'],
    ['a dealer for their own change', { operator: { ...author, role: 'dealer' }, second: alone }, 'author'],
    ['a colleague made now', { operator: { id: 2, role: 'admin', rightsSinceMs: nowMs } }, 'new-operator'],
    [
      'a colleague made a day ago, less a moment',
      { operator: { id: 2, role: 'admin', rightsSinceMs: nowMs - coolingOffMs + 1 } },
      'new-operator',
    ],
    ['a colleague made a day ago', { operator: { id: 2, role: 'admin', rightsSinceMs: nowMs - coolingOffMs } }, null],
    [
      'a new colleague in a trial company',
      { operator: { id: 2, role: 'admin', rightsSinceMs: nowMs }, isTrial: true },
      null,
    ],
    ['the only operator at once', { operator: author, second: alone }, 'too-early'],
    [
      'the only operator a day later',
      { operator: author, second: alone, request: { kind: 'settings', authorId: 1, atMs: nowMs - coolingOffMs } },
      null,
    ],
    [
      'the only operator, for a request of the day in which the last other one left',
      { operator: author, second: { ...alone, lastLeftMs: 5_000 - coolingOffMs }, request: madeAt(4_999) },
      'again',
    ],
    [
      'the only operator, for a request made later',
      { operator: author, second: { ...alone, lastLeftMs: 5_000 - coolingOffMs }, request: madeAt(5_000) },
      null,
    ],
    [
      'the only operator without traders',
      { operator: author, second: { count: 0, lastLeftMs: null, hasTraders: false } },
      null,
    ],
  ])('%s', (_who, change, hindrance) => {
    expect(hindranceOf({ ...usual, ...change })).toBe(hindrance);
  });

  test('nobody is alone while somebody else could decide', () => {
    expect(aloneFromMs(usual)).toBeNull();
    expect(aloneFromMs({ ...usual, second: alone })).toBe(nowMs + coolingOffMs);
  });

  test.each([
    ['a disabled admin', 'admin', false, 'admin', true, true],
    ['an admin who becomes compliance', 'admin', false, 'compliance', false, true],
    ['compliance who becomes a dealer', 'compliance', false, 'dealer', false, true],
    ['a disabled support', 'support', false, 'support', true, false],
    ['a disabled admin who becomes support', 'admin', true, 'support', true, false],
    ['compliance who becomes an admin', 'compliance', false, 'admin', false, false],
  ] as const)('is lost by %s: %s', (_who, was, wasDisabled, role, isDisabled, isLost) => {
    expect(losesDecision({ role: was, isDisabled: wasDisabled }, { role, isDisabled })).toBe(isLost);
  });
});
