import { beforeEach, describe, expect, test } from 'vitest';
import { Captchas } from './captchas.ts';
import { Guard } from './guard.ts';

let nowMs: number;
let painted: string[];
let captchas: Captchas;
let guard: Guard;

beforeEach(() => {
  nowMs = 1_000_000;
  painted = [];
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  let made = 0;
  const ids = {
    token: () => `captcha-${(made += 1)}`,
    uuid: () => '',
    digits: () => '',
    letters: (alphabet: string, length: number) => alphabet.charAt(made % alphabet.length).repeat(length),
  };
  const painter = { alphabet: 'ABCDE', paint: (text: string) => `picture ${painted.push(text)}` };
  captchas = new Captchas({ painter, clock, ids });
  guard = new Guard({ clock, captchas });
});

function solved() {
  const { id } = captchas.make();
  return { id, text: (painted.at(-1) ?? '').toLowerCase() };
}

const fail = (account: string, address: string) => guard.beginPassword(account, address, null);
const reason = (name: string) => expect.objectContaining({ reason: name });

describe('R-SES-23 guessing passwords', () => {
  test('waits grow for one account from one address, and the owner elsewhere feels none of it', () => {
    const waits: number[] = [];
    for (let failure = 0; failure < 9; failure += 1) {
      fail('rosa', '10.0.0.1');
      try {
        fail('rosa', '10.0.0.1');
        nowMs += 1;
      } catch (error) {
        const { wait_ms: waitMs } = (error as { data: { wait_ms: number } }).data;
        waits.push(waitMs);
        nowMs += waitMs;
      }
      if (failure === 4) guard.beginPassword('rosa', '10.0.0.2', null).passed();
    }
    expect(waits.every((wait, at) => at === 0 || wait >= (waits[at - 1] ?? 0))).toBe(true);
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(8_000);
  });

  test('after ten for one account everybody is asked for a captcha, and nobody is locked out', () => {
    for (let at = 0; at < 10; at += 1) fail('rosa', `10.0.0.${at}`);
    expect(() => fail('rosa', '10.0.9.9')).toThrow(reason('captchaRequired'));
    expect(() => guard.beginPassword('rosa', '10.0.9.9', { id: 'captcha-0', text: 'AAAAA' })).toThrow(
      reason('captchaWrong'),
    );
    guard.beginPassword('rosa', '10.0.9.9', solved()).passed();
    fail('rosa', '10.0.9.9');
  });

  test('an address that fails at many accounts needs a captcha, and at a hundred is heard no more for the hour', () => {
    for (let at = 0; at < 10; at += 1) fail(`user ${at}`, '10.0.0.1');
    expect(() => fail('another', '10.0.0.1')).toThrow(reason('captchaRequired'));
    for (let at = 10; at < 100; at += 1) guard.beginPassword(`user ${at}`, '10.0.0.1', solved());
    expect(() => guard.beginPassword('another', '10.0.0.1', solved())).toThrow(reason('tooManyRequests'));
    nowMs += 3_600_000;
    fail('another', '10.0.0.1');
  });

  test('one who gets in now and then does not get the count of his other tries back', () => {
    for (let at = 0; at < 10; at += 1) {
      fail(`user ${at}`, '10.0.0.1');
      if (at < 9) guard.beginPassword('mine', '10.0.0.1', null).passed();
    }
    expect(() => fail('another', '10.0.0.1')).toThrow(reason('captchaRequired'));
  });

  test('many at once count at once', () => {
    fail('rosa', '10.0.0.1');
    fail('rosa', '10.0.0.1');
    fail('rosa', '10.0.0.1');
    expect(() => fail('rosa', '10.0.0.1')).toThrow(reason('tooManyRequests'));
  });
});

test('R-SES-23 the fourth code an address asks for in an hour needs a captcha, the thirty-first is not sent', () => {
  for (let at = 0; at < 3; at += 1) guard.beginSend('10.0.0.1', null);
  expect(() => guard.beginSend('10.0.0.1', null)).toThrow(reason('captchaRequired'));
  for (let at = 3; at < 30; at += 1) guard.beginSend('10.0.0.1', solved());
  expect(() => guard.beginSend('10.0.0.1', solved())).toThrow(reason('tooManyRequests'));
  guard.beginSend('10.0.0.2', null);
});

test('R-SES-23 second factors of one user are guessed twenty times an hour at most', () => {
  for (let at = 0; at < 20; at += 1) guard.beginFactor('7');
  expect(() => guard.beginFactor('7')).toThrow(reason('tooManyRequests'));
  guard.beginFactor('8').passed();
});

describe('R-SES-18 captchas', () => {
  test('one try each, right or wrong, letters of either case', () => {
    const right = solved();
    captchas.use(right);
    expect(() => captchas.use(right)).toThrow(reason('captchaWrong'));
    const wrong = solved();
    expect(() => captchas.use({ ...wrong, text: 'nope' })).toThrow(reason('captchaWrong'));
    expect(() => captchas.use(wrong)).toThrow(reason('captchaWrong'));
  });

  test('five minutes, and a bounded number of them', () => {
    const late = solved();
    nowMs += 5 * 60_000;
    expect(() => captchas.use(late)).toThrow(reason('captchaWrong'));
    const first = solved();
    for (let at = 0; at < 10_000; at += 1) captchas.make();
    expect(() => captchas.use(first)).toThrow(reason('captchaWrong'));
  });
});
