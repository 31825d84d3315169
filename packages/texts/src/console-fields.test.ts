import * as approvals from '@candor/contracts/console/approvals';
import type { ConsoleCall } from '@candor/contracts/console/call';
import * as clients from '@candor/contracts/console/clients';
import * as content from '@candor/contracts/console/content';
import * as desk from '@candor/contracts/console/desk';
import * as installation from '@candor/contracts/console/installation';
import * as market from '@candor/contracts/console/market';
import * as money from '@candor/contracts/console/money';
import * as people from '@candor/contracts/console/people';
import * as signIns from '@candor/contracts/console/sign-ins';
import { expect, test } from 'vitest';
import { text } from './console.ts';

const calls = [approvals, clients, content, desk, installation, market, money, people, signIns].flatMap((file) =>
  Object.entries(file).flatMap(([name, group]) => (name.endsWith('Calls') ? Object.values<ConsoleCall>(group) : [])),
);

function namesOf(schema: unknown): string[] {
  return Object.keys((schema as { readonly shape?: object }).shape ?? {});
}

test('every field that a call of the operators can refuse has a label', () => {
  const names = new Set(calls.flatMap(({ params, query, body }) => [params, query, body].flatMap(namesOf)));
  expect(names.size).toBeGreaterThan(100);
  const labels = new Map<string, string>(Object.entries(text.fieldLabels));
  expect([...names].filter((name) => (labels.get(name) ?? '') === '')).toEqual([]);
  expect([...labels].filter(([name, label]) => name === label || label.includes('_'))).toEqual([]);
});
