import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseInput } from './parse.ts';

const schema = z.object({ name: z.string(), list: z.optional(z.array(z.object({ text: z.string() }))) });

test('R-SEC-05 a text that no table can hold is a wrong field, at any depth', () => {
  expect(parseInput(schema, { name: 'a\tb \u{1f600}' })).toEqual({ name: 'a\tb \u{1f600}' });
  for (const text of ['a\0b', 'half \ud83d of a letter']) {
    const wrong = (field: string) => expect.objectContaining({ code: codes.invalidField, data: { field } }) as Error;
    expect(() => parseInput(schema, { name: text })).toThrow(wrong('name'));
    expect(() => parseInput(schema, { name: 'a', list: [{ text }] })).toThrow(wrong('list'));
    expect(parseInput(schema, { name: text }, true)).toEqual({ name: text });
  }
});
