import { expect, test } from 'vitest';
import * as calendar from './calendar.ts';
import type { ConsoleCall } from './call.ts';
import * as content from './content.ts';
import * as installation from './installation.ts';
import * as market from './market.ts';
import * as money from './money.ts';
import * as people from './people.ts';
import * as signIns from './sign-ins.ts';

const calls = [calendar, content, installation, market, money, people, signIns].flatMap((file) =>
  Object.entries(file).flatMap(([name, group]) => (name.endsWith('Calls') ? Object.values<ConsoleCall>(group) : [])),
);
const verbs =
  'Add Approve Begin Change Check Confirm Correct Disable Drop Enable End Halt Hide Import Invite List Log Lower Mark Post Propose Read Reject Remove Render Replace Set Show Void';

test('R-OPS-11 the summary of each call begins with its verb, names its object, and belongs to it alone', () => {
  const summaries = calls.map(({ summary }) => summary);
  expect(summaries.length).toBeGreaterThan(80);
  const known = verbs.split(' ');
  expect(summaries.filter((text) => !known.includes(text.split(' ')[0] ?? ''))).toEqual([]);
  expect(summaries.filter((text) => /^\w+(?: (?:it|its|them|one)\b|[;,]|$)/.test(text))).toEqual([]);
  expect(new Set(summaries).size).toBe(summaries.length);
});
