import { describe, expect, test } from 'vitest';
import { decideWays, isQuiet } from './notice-ways.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);
const night = { from: 22 * 60, to: 7 * 60, zone: 'America/New_York' };

describe('R-ALR-12 quiet hours', () => {
  // New York is five hours behind.
  test.each([
    ['02:59:59', false],
    ['03:00:00', true],
    ['11:59:59', true],
    ['12:00:00', false],
  ])('across midnight in the zone of the trader: %s UTC is quiet: %s', (time, quiet) => {
    expect(isQuiet(night, at(time))).toBe(quiet);
  });

  test('within a day, in a zone of half an hour, and across the change of the clock', () => {
    const nap = { from: 13 * 60, to: 14 * 60, zone: 'Asia/Kolkata' };
    expect([at('07:29:00'), at('07:30:00'), at('08:29:00'), at('08:30:00')].map((ms) => isQuiet(nap, ms))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    // In July New York is four hours behind.
    expect(isQuiet(night, Date.parse('2026-07-20T02:00:00Z'))).toBe(true);
  });

  test('hold back pushes and chosen mails, but no push of margin calls, stop-outs and security', () => {
    const choice = { quiet: night, mail: { fills: true } };
    expect(decideWays('fills', choice, at('04:00:00'))).toMatchObject({ isPushed: false, isMailed: false });
    expect(decideWays('fills', choice, at('14:00:00'))).toMatchObject({ isPushed: true, isMailed: true });
    for (const event of ['margin-call', 'stop-out', 'security'] as const)
      expect(decideWays(event, choice, at('04:00:00')).isPushed).toBe(true);
    for (const event of ['money', 'verification', 'terms'] as const)
      expect(decideWays(event, { quiet: night, push: { terms: true } }, at('04:00:00')).isPushed).toBe(false);
  });
});

describe('R-ALR-11 the ways of a notice', () => {
  test('are those of the product until the user chooses', () => {
    expect(decideWays('fills', {}, 0)).toEqual({ isPushed: true, isMailed: false, hasText: false });
    expect(decideWays('terms', {}, 0).isPushed).toBe(false);
    const choice = { push: { fills: false, terms: true }, mail: { fills: true } };
    expect(decideWays('fills', choice, 0)).toMatchObject({ isPushed: false, isMailed: true });
    expect(decideWays('terms', choice, 0).isPushed).toBe(true);
  });

  test('a mail that is always sent is not sent twice, and no choice takes it away', () => {
    for (const event of ['stop-out', 'margin-call', 'money', 'security', 'verification', 'terms'] as const)
      expect(decideWays(event, { mail: { [event]: false } }, 0).isMailed).toBe(false);
  });

  test('have amounts by choice only; other texts are always there', () => {
    expect(decideWays('money', {}, 0).hasText).toBe(false);
    expect(decideWays('money', { amounts: true }, 0).hasText).toBe(true);
    expect(decideWays('alert', {}, 0).hasText).toBe(true);
    expect(decideWays('security', {}, 0).hasText).toBe(true);
  });
});
