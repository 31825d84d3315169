/** Texts for what is wrong with a line of an import. */
const problems = {
  'no-header': 'The first line must name the columns.',
  'column-unknown': 'There is no such column.',
  'column-missing': 'This column is missing.',
  'cells-differ': 'This line does not have as many cells as the first line.',
  'quote-open': 'A quotation mark is not closed.',
  'uid-missing': 'The entry has no uid.',
  'uid-long': 'The uid has more than 200 characters.',
  'uid-repeated': 'The uid occurs twice in this file.',
  'time-unreadable': 'The time cannot be read.',
  'time-without-zone': 'The time has no offset or known time zone.',
  'time-too-far': 'The time is more than 400 days from now.',
  'currency-unreadable': 'The currency must be three capital letters.',
  'importance-unreadable': 'The importance must be low, medium or high.',
  'title-missing': 'The entry has no title.',
  'title-long': 'The title has more than 200 characters.',
  'figure-long': 'A figure has more than 40 characters.',
  'text-unreadable': 'The text has characters that cannot be shown, such as control characters.',
  'event-open': 'An event is not closed.',
  'event-repeats': 'Repeating events are not read: write each one.',
  'no-events': 'The file has no events.',
  'too-many': 'A file may have 2,000 entries.',
  'calendar-full': 'The calendar is full: it holds 20,000 entries.',
} as const;

export const calendarText = {
  lead: 'Economic calendar of the company. It shows what you import, and nothing else.',
  time: 'Time',
  currency: 'Currency',
  importance: 'Importance',
  importances: { 1: 'Low', 2: 'Medium', 3: 'High' },
  title: 'Title',
  forecast: 'Forecast',
  previous: 'Previous',
  actual: 'Actual',
  uid: 'Uid',
  shown: 'Shown',
  removed: 'Removed',
  version: 'Version',
  importTitle: 'Import a file',
  importLead:
    'CSV with the columns uid, time, currency, importance, title and if wanted forecast, previous, actual, status; or ICS. At most 512 KB and 2,000 entries. A known uid is changed, not added again.',
  formatTitle: 'Format of the file',
  formatLead:
    'The first line of a CSV names the columns, in any order. A time is ISO 8601 with its offset, importance is low, medium or high, and a figure is shown as written. The status “removed” takes an entry off. An ICS file needs UID, DTSTART with Z or a time zone, SUMMARY, and the currency and importance as in the example.',
  csvExample: `uid,time,currency,importance,title,forecast,previous,actual
sample-1,2026-12-10T08:30:00-05:00,USD,high,Sample release,,,
sample-2,2026-12-11T10:00:00Z,EUR,low,"Sample, with a comma",,,`,
  icsExample: `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:sample-1
DTSTART;TZID=America/New_York:20261210T083000
SUMMARY:Sample release
X-CURRENCY:USD
X-IMPORTANCE:high
END:VEVENT
END:VCALENDAR`,
  file: 'Choose a file',
  chosen: (name: string) => `File: ${name}`,
  tooLarge: 'The file is larger than 512 KB.',
  tryIt: 'Check the file',
  importIt: 'Import',
  imported: (added: number, changed: number, removed: number) =>
    `Imported: ${added} added, ${changed} changed, ${removed} removed.`,
  trial: (added: number, changed: number, removed: number, unchanged: number) =>
    `The import would add ${added}, change ${changed}, remove ${removed} and leave ${unchanged} as they are.`,
  nothing: 'The calendar already holds all of this file.',
  badFile: (count: number) =>
    count === 1 ? 'One problem. Nothing was imported.' : `${count} problems. Nothing was imported.`,
  line: (line: number) => `Line ${line}`,
  problems,
  acts: { added: 'Added', changed: 'Changed', removed: 'Removed' },
  fieldNames: {
    atMs: 'time',
    currency: 'currency',
    importance: 'importance',
    title: 'title',
    forecast: 'forecast',
    previous: 'previous',
    actual: 'actual',
  },
  edit: 'Correct the entry',
  reason: 'Reason of the correction',
  takeOff: 'Remove',
  takeOffLead: 'It is no longer shown. Its versions stay in the history.',
  history: 'History',
  back: 'Calendar',
};
