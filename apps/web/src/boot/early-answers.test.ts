import { expect, test } from 'vitest';
import { earlyKey, takeEarlyAnswer } from './early-answers.ts';

const url = 'https://api.example.com/v1/api/forex/my_deal?status=1&page=1&t=1';
const later = url.replace('t=1', 't=2');
const headers = { lang: 'de', authorization: 'secret' };

function asked() {
  const answer = Promise.resolve(new Response('early'));
  return { answer, answers: new Map([[earlyKey(url, headers), answer]]) };
}

test('an early answer serves the first identical call, and only that one', () => {
  const { answer, answers } = asked();
  expect(takeEarlyAnswer(answers, later, { headers })).toBe(answer);
  expect(takeEarlyAnswer(answers, later, { headers })).toBeNull();
});

test.each([
  ['somebody else', later, { headers: { ...headers, authorization: 'other' } }],
  ['a visitor', later, { headers: { lang: 'de' } }],
  ['another language', later, { headers: { ...headers, lang: 'en' } }],
  ['another page of it', later.replace('page=1', 'page=2'), { headers }],
  ['another host', later.replace('api.', 'api2.'), { headers }],
  ['a change', later, { method: 'POST', headers }],
])('%s is answered by the server', (_, address, init) => {
  expect(takeEarlyAnswer(asked().answers, address, init)).toBeNull();
});

test('without early calls, as in development, every call goes to the server', () => {
  expect(takeEarlyAnswer(undefined, url, { headers })).toBeNull();
});
