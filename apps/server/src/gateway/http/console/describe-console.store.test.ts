import { permissions } from '@candor/contracts/console/permissions';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { consolePathOf } from '../../../../../../testkit/console-calls.ts';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { headersOf } from '../../../../../../testkit/send-picture.ts';
import { TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../../testkit/with-test-server.ts';
import { routesOf } from '../build-gateway.ts';
import { consoleCallsOf } from './add-console-call.ts';

interface Operation {
  readonly operationId: string;
  readonly 'x-permission'?: keyof typeof permissions | null;
  readonly 'x-roles'?: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Record<string, { readonly content: Record<string, unknown> }>;
}
interface Description {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
}

let server: TestServer;
let described: Description;

beforeAll(async () => {
  server = await TestServer.start();
  const headers = await server.operator('support');
  const answer = await server.server.app.inject({ method: 'GET', url: '/api/console/openapi.json', headers });
  described = answer.json();
});
afterAll(() => server.stop());

const operations = () =>
  Object.entries(described.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

test('R-OPS-11 the description is OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(described) as never);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect([described.openapi, validator.version]).toEqual(['3.1.1', '3.1']);
  const broken = await new Validator().validate({
    ...described,
    paths: { nothing: { get: { responses: 1 } } },
  } as never);
  expect(broken.valid).toBe(false);
});

test('R-OPS-11 it describes every served call and no other', () => {
  const served = routesOf(server.server.app).filter((route) => route.includes(' /api/console'));
  const listed = operations().map(({ path, method }) => {
    const route = path.replaceAll(/\{([a-z_]+)\}/g, ':$1');
    return `${method.toUpperCase()} ${route}`;
  });
  expect(served.length).toBeGreaterThan(5);
  expect(listed.toSorted()).toEqual(served.toSorted());
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('R-OPS-11 answers have exactly the described fields', async () => {
  const { eurusd } = testSpecs;
  server.market.give(eurusd, '1.15283', '1.15295');
  const admin = headersOf(await server.operator('admin'));
  const { uid } = await server.realUser();
  const trader = { authorization: await server.demo() };
  const opened = await server.call('POST', submitPath, marketOrder, trader);
  await server.call('POST', '/v1/api/forex/close', { id: opened.data.Id }, trader);
  const account = (await server.call('GET', '/api/console/accounts', {}, admin)).data.data[0] as { id: number };
  const ids: Record<string, string> = {
    '/users/:uid': uid,
    '/accounts/:id': String(account.id),
    '/accounts/:id/ledger': String(account.id),
    '/orders/:id': String(opened.data.Id),
    '/operators/:id': '1',
    '/instruments/:id': String(eurusd.id),
    '/instruments/:id/versions': String(eurusd.id),
  };
  const answered: string[] = [];
  for (const call of consoleCallsOf(server.server.app)) {
    const id = ids[call.path];
    if (call.method !== 'GET' || (call.path.includes(':') && id === undefined)) continue;
    const answer = await server.call('GET', consolePathOf(call, { id: id ?? '', uid: id ?? '' }), {}, admin);
    expect({ path: call.path, data: answer.data as unknown }).toEqual({
      path: call.path,
      data: (call.answer as z.ZodMiniType).parse(answer.data),
    });
    const rows = call.isList ? (answer.data as { data: object[] }).data : [answer.data];
    if (rows.length > 0) answered.push(call.path);
  }
  for (const path of ['/users', '/users/:uid', '/accounts', '/accounts/:id/ledger', '/orders', '/orders/:id', '/audit'])
    expect(answered).toContain(path);
});

test('R-OPS-11 it states each call’s permission, roles and parameters', () => {
  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name);
    const listed = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path' && parameter.required);
    expect({ path, names: listed.map(({ name }) => name) }).toEqual({ path, names: inPath });
    const permission = operation['x-permission'];
    if (permission) expect(operation['x-roles']).toEqual(permissions[permission]);
  }
  const list = described.paths['/api/console/verifications']?.['get'];
  expect(list).toMatchObject({
    'x-permission': 'verification.read',
    description: 'Permission `verification.read`: compliance, admin.',
  });
  expect(Object.keys(list?.responses['200']?.content ?? {})).toEqual(['application/json', 'text/csv']);
  expect(list?.parameters).toContainEqual({
    name: 'per_page',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 1_000, default: 25 },
  });
});
