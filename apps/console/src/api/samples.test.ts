import * as approvals from '@candor/contracts/console/approvals';
import * as calendar from '@candor/contracts/console/calendar';
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
import * as z from 'zod/mini';
import { consoleSamples } from '../../../../testkit/console-samples.ts';

const exported = [approvals, calendar, clients, content, desk, installation, market, money, people, signIns].flatMap(
  (part) => Object.values(part as Record<string, unknown>),
);
const reads = exported.flatMap(callsIn).filter(({ method }) => method === 'GET');

/** Returns the calls of a module; bodies and fields, which it also exports, are left out. */
function callsIn(group: unknown): ConsoleCall[] {
  const members: unknown[] = typeof group === 'object' && group !== null ? Object.values(group) : [];
  return members.filter(
    (member): member is ConsoleCall => typeof member === 'object' && member !== null && 'permission' in member,
  );
}

/** Returns the read call of a path; a literal path wins over one with parameters. */
function callAt(path: string): ConsoleCall | undefined {
  const fitting = reads.filter((call) => new RegExp(`^${call.path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`).test(path));
  return fitting.find((call) => call.path === path) ?? fitting[0];
}

test.each(Object.keys(consoleSamples))(
  'R-OPS-72 the pages are looked at with what the server can answer at %s',
  (path) => {
    const call = callAt(path);
    expect(call, 'a call of this path').toBeDefined();
    const answer: unknown = JSON.parse(JSON.stringify(consoleSamples[path]?.()));
    const { error } = z.safeParse(call?.answer ?? z.never(), answer);
    expect(error?.issues ?? []).toEqual([]);
  },
);
