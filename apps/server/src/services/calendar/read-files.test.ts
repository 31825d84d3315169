import { text } from '@candor/texts/console';
import { describe, expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
import { readIcs } from './read-ics.ts';

const nowMs = Date.parse('2026-11-20T12:00:00Z');
const header = 'uid,time,currency,importance,title,forecast,previous,actual';
const good = 'a-1,2026-11-20T13:30:00Z,USD,high,Sample release,1.5%,1.4%,';
const csv = (...lines: readonly string[]) => readCsv([header, ...lines].join('\n'), nowMs);
const problemsOf = ({ problems }: ReturnType<typeof readCsv>) =>
  problems.map(({ line, problem }) => `${line} ${problem}`);

test('R-CAL-09 the examples of the console are read as they are', () => {
  const { csvExample, icsExample } = text.calendar;
  expect(readCsv(csvExample, nowMs)).toMatchObject({
    problems: [],
    entries: [{ uid: 'sample-1' }, { uid: 'sample-2' }],
  });
  const [first] = readCsv(csvExample, nowMs).entries;
  const [event] = readIcs(icsExample, nowMs).entries;
  expect(readIcs(icsExample, nowMs).problems).toEqual([]);
  expect({ ...event, line: 0 }).toEqual({ ...first, line: 0 });
});

describe('R-CAL-03 a CSV file', () => {
  test('is read with quotes, semicolons, a byte order mark, offsets and empty lines', () => {
    const quoted = 'a-2,2026-11-21T09:00+02:00,EUR,2,"Rates, and ""more""\nto come",,,';
    const { entries, problems } = csv(good, '', quoted);
    expect(problems).toEqual([]);
    expect(entries).toMatchObject([
      { line: 2, uid: 'a-1', atMs: Date.parse('2026-11-20T13:30Z'), currency: 'USD', importance: 3, forecast: '1.5%' },
      {
        line: 4,
        uid: 'a-2',
        atMs: Date.parse('2026-11-21T07:00Z'),
        importance: 2,
        title: 'Rates, and "more"\nto come',
      },
    ]);
    const other = '\uFEFFtitle;uid;time;currency;importance;status\nSample;a-3;2026-11-20 13:30Z;JPY;low;removed\r\n';
    expect(readCsv(other, nowMs).entries).toMatchObject([{ uid: 'a-3', title: 'Sample', isRemoved: true }]);
  });

  test.each([
    ['', '1 no-header'],
    ['uid,time,currency,title\n', '1 column-missing'],
    [`${header},place\n`, '1 column-unknown'],
  ])('with the header of %j is refused', (text, problem) => {
    expect(problemsOf(readCsv(text, nowMs))).toEqual([problem]);
  });

  test.each([
    ['a-2,2026-11-21T09:00Z,EUR', '3 cells-differ'],
    [',2026-11-21T09:00Z,EUR,low,Title,,,', '3 uid-missing'],
    [`${'u'.repeat(201)},2026-11-21T09:00Z,EUR,low,Title,,,`, '3 uid-long'],
    ['a-1,2026-11-21T09:00Z,EUR,low,Title,,,', '3 uid-repeated'],
    ['a-2,tomorrow,EUR,low,Title,,,', '3 time-unreadable'],
    ['a-2,2026-02-30T09:00Z,EUR,low,Title,,,', '3 time-unreadable'],
    ['a-2,2026-11-21T09:00,EUR,low,Title,,,', '3 time-without-zone'],
    ['a-2,2029-11-21T09:00Z,EUR,low,Title,,,', '3 time-too-far'],
    ['a-2,2026-11-21T09:00Z,euro,low,Title,,,', '3 currency-unreadable'],
    ['a-2,2026-11-21T09:00Z,EUR,huge,Title,,,', '3 importance-unreadable'],
    ['a-2,2026-11-21T09:00Z,EUR,low,,,,', '3 title-missing'],
    [`a-2,2026-11-21T09:00Z,EUR,low,${'t'.repeat(201)},,,`, '3 title-long'],
    [`a-2,2026-11-21T09:00Z,EUR,low,Title,${'1'.repeat(41)},,`, '3 figure-long'],
    ['a-2,2026-11-21T09:00Z,EUR,low,"Title,,,', '3 quote-open'],
  ])('with the line %s is refused by its number and problem', (line, problem) => {
    expect(problemsOf(csv(good, line))).toEqual([problem]);
  });
});

const event = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
const facts = ['UID:b-1', 'SUMMARY:Sample\\, release', 'CATEGORIES:Economy,USD', 'PRIORITY:1'];

describe('R-CAL-03 an ICS file', () => {
  test('is read with folded lines, zones, categories and priorities, without what is inside its alarms', () => {
    const alarm = ['BEGIN:VALARM', 'UID:other', 'END:VALARM'];
    const text = event(
      ...alarm,
      'UID:b-1',
      'DTSTART;TZID=America/New_York:20261120T083000',
      'SUMMARY:Sample',
      ' d',
      'CATEGORIES:USD',
      'PRIORITY:5',
      'X-FORECAST:2.1%',
    );
    expect(readIcs(text, nowMs)).toMatchObject({
      problems: [],
      entries: [
        {
          line: 2,
          uid: 'b-1',
          atMs: Date.parse('2026-11-20T13:30Z'),
          title: 'Sampled',
          importance: 2,
          forecast: '2.1%',
        },
      ],
    });
    const utc = event(...facts, 'DTSTART:20261120T133000Z', 'STATUS:CANCELLED');
    expect(readIcs(utc, nowMs).entries).toMatchObject([
      { title: 'Sample, release', currency: 'USD', importance: 3, isRemoved: true },
    ]);
  });

  test.each([
    [event(...facts, 'DTSTART:20261120T133000'), '2 time-without-zone'],
    [event(...facts, 'DTSTART;TZID=Mars/Olympus:20261120T133000'), '2 time-without-zone'],
    [event(...facts, 'DTSTART;VALUE=DATE:20261120'), '2 time-unreadable'],
    [event(...facts, 'DTSTART:20261120T133000Z', 'RRULE:FREQ=WEEKLY'), '2 event-repeats'],
    [event('UID:b-2', 'SUMMARY:x', 'PRIORITY:1', 'DTSTART:20261120T133000Z'), '2 currency-unreadable'],
    ['BEGIN:VCALENDAR\nEND:VCALENDAR', '1 no-events'],
    ['BEGIN:VEVENT\nUID:x', '1 event-open'],
  ])('%# is refused by its line and problem', (text, problem) => {
    expect(problemsOf(readIcs(text, nowMs))).toEqual([problem]);
  });
});
