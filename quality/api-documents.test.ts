import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { describeSocket } from '../apps/server/src/gateway/docs/async-api.ts';
import { describeApi } from '../apps/server/src/gateway/docs/open-api.ts';
import { read } from './source-tree.ts';

/** The official schema of AsyncAPI 3.0; its ids point at the web, so the copy without them is used. */
const asyncSchema = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json');

function isAsyncApi(document: object): boolean {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  return ajv.validate(JSON.parse(readFileSync(asyncSchema, 'utf8')) as object, document);
}

async function isOpenApi(document: object): Promise<boolean> {
  const { valid } = await new Validator().validate(structuredClone(document) as never);
  return valid;
}

test('R-WIRE-21 docs/api holds what the table of calls and the messages describe; `npm run api-docs` writes it', () => {
  expect(JSON.parse(read('docs/api/openapi.json'))).toEqual(describeApi());
  expect(JSON.parse(read('docs/api/asyncapi.json'))).toEqual(describeSocket());
});

test('R-WIRE-21 the description of the calls is OpenAPI 3.1, and the validator refuses a broken one', async () => {
  const document = describeApi();
  expect(document['openapi']).toBe('3.1.1');
  expect(await isOpenApi(document)).toBe(true);
  expect(await isOpenApi({ ...document, paths: { nothing: { get: { responses: 1 } } } })).toBe(false);
});

test('R-WIRE-21 the description of the socket is AsyncAPI 3.0, and the validator refuses a broken one', () => {
  const document = describeSocket();
  expect(isAsyncApi(document)).toBe(true);
  expect(isAsyncApi({ ...document, operations: { send: { action: 'shout' } } })).toBe(false);
});

test('R-WIRE-21 every reference inside the documents leads to something', () => {
  for (const document of [describeApi(), describeSocket()]) {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    const find = (path: string) =>
      path.split('/').reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], document);
    expect([...new Set(refs)].filter((path) => find(path) === undefined)).toEqual([]);
  }
});
