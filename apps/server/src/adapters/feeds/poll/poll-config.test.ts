import { expect, test } from 'vitest';
import { pollPlanOf, samplePoll } from '../../../../../../testkit/poll-plans.ts';

const refusalOf = (change: object): string => {
  try {
    pollPlanOf({ ...samplePoll(), ...change });
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};
const [euro] = samplePoll().instruments;

test('R-MKT-39 a file may name the Accept header, which the poll does not write', () => {
  expect(refusalOf({ headers: { accept: 'text/csv' } })).toBe('accepted');
});

test.each([
  [{ url: 'http://rates.example/' }, 'url must be an https:// address without user, password or #'],
  [{ url: 'https://me:SECRETKEY@rates.example/' }, 'url must be an https:// address without user, password or #'],
  [{ everyMs: 10 }, 'everyMs must be a whole number from 1,000 to 3,600,000'],
  [{ separator: '|' }, 'separator must be ",", ";" or "tab"'],
  [{ ask: undefined }, 'it must name the columns "bid" and "ask", or the column "rate"'],
  [{ rate: 'mid' }, 'it must name the columns "bid" and "ask", or the column "rate"'],
  [{ headers: { 'If-None-Match': 'x' } }, 'headers must not contain If-None-Match, which the poll writes itself'],
  [{ headers: { 'x-key': 'a\nb' } }, 'headers.x-key must be an object of header names with a text each'],
  [{ time: { column: 'as_of', unit: 'days' } }, 'time.unit must be "s", "ms", "us", "ns" or "iso"'],
  [{ prices: 'tradeable' }, 'there is no field prices'],
  [{ instruments: [{ ...euro, digits: 4 }] }, 'instruments[0].digits is 4, and EURUSD has 5 in the catalogue'],
])('R-MKT-39 a file is refused by field, without a value of it: %j', (change, refusal) => {
  expect(refusalOf(change)).toContain(refusal);
  expect(refusalOf(change)).toMatch(/^The polling file poll\.json of the setting FEED cannot be used: /);
  expect(refusalOf(change)).not.toContain('SECRETKEY');
});

test('R-MKT-39 the prices of a table are indicative, whatever it says', () => {
  expect(pollPlanOf(samplePoll())).toMatchObject({
    storeKey: 'poll/desk/09ad49b2ff33',
    source: 'desk-indicative',
    host: 'rates.example',
    isIndicative: true,
    hasSizes: false,
    hasTimes: true,
  });
});
