import { codes } from '@candor/contracts/codes';
import type { ConsoleCall } from '@candor/contracts/console/call';
import { operatorCalls } from '@candor/contracts/console/people';
import { type Permission, permissions } from '@candor/contracts/console/permissions';
import { operatorLoginBody } from '@candor/contracts/http/console';
import * as z from 'zod/mini';
import { toJSONSchema } from 'zod/v4/core';
import { consolePrefix } from './add-console-call.ts';

type Schema = Record<string, unknown>;

const json = 'application/json';
const errors = { '403': 'A role that does not allow it', '429': 'Too many requests', '503': 'Ask again in a moment' };

/** Returns the operators' API as OpenAPI 3.1, generated from the served calls alone (R-OPS-11). */
export function describeConsole(calls: readonly ConsoleCall[], version: string): Schema {
  const paths: Record<string, Schema> = { ...signInPath(), ...ownPath() };
  for (const call of calls) {
    const path = `${consolePrefix}${call.path}`.replaceAll(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: toOperation(call) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Candor operators', version, description: howToRead() },
    servers: [{ url: '/' }],
    security: [{ operator: [] }],
    paths,
    components: {
      securitySchemes: { operator: { type: 'apiKey', in: 'header', name: 'authorization', description: tokenNote } },
      schemas: { Refusal: refusal },
    },
  };
}

export const openApiPath = `${consolePrefix}/openapi.json`;

const tokenNote = 'The token of a sign-in, bare or after "Bearer ". Good for the company of the host it was issued at.';

const refusal = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', enum: Object.values(codes).filter((code) => code !== codes.ok) },
    msg: { type: 'string', description: 'For people, in the language of the `lang` header.' },
    data: { description: 'What the code is about: `{ "field": … }` with 1001, else mostly null.' },
  },
};

function howToRead(): string {
  const rows = Object.entries(codes).map(([name, code]) => `${code} ${name}`);
  return [
    'Every answer is an envelope `{ code, msg, data }`. Code 1 carries `data`; any other is a refusal, most with status 200.',
    'There is no call that changes a price, a fill or a balance.',
    `Codes: ${rows.join(', ')}.`,
  ].join('\n\n');
}

function toOperation(call: ConsoleCall): Schema {
  const hasBody = Object.keys(propertiesOf(call.body)).length > 0;
  return {
    operationId: operationIdOf(call),
    tags: [call.path.split('/')[1]],
    summary: call.summary,
    description: whoMay(call.permission),
    'x-permission': call.permission,
    'x-roles': call.permission === null ? [] : [...permissions[call.permission]],
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
    ...(hasBody ? { requestBody: { required: true, content: { [json]: { schema: toInput(call.body) } } } } : {}),
    responses: responsesOf(toAnswer(call.answer), call.isList),
  };
}

function whoMay(permission: Permission | null): string {
  if (permission === null) return 'Every operator who is signed in.';
  return `Permission \`${permission}\`: ${permissions[permission].join(', ')}.`;
}

function operationIdOf({ method, path }: Pick<ConsoleCall, 'method' | 'path'>): string {
  const words = path.split(/[/:_.-]+/).filter((word) => word !== '');
  return [method.toLowerCase(), ...words].map((word, at) => (at === 0 ? word : capital(word))).join('');
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function responsesOf(data: Schema, isList: boolean): Schema {
  const envelope = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { const: codes.ok }, msg: { type: 'string' }, data },
  };
  const csv = { 'text/csv': { schema: { type: 'string', description: 'With `format=csv`: the list whole.' } } };
  const whole = { anyOf: [envelope, { $ref: '#/components/schemas/Refusal' }] };
  const refused = (description: string) => ({
    description,
    content: { [json]: { schema: { $ref: '#/components/schemas/Refusal' } } },
  });
  return {
    '200': {
      description: 'Done, or refused by name',
      content: { [json]: { schema: whole }, ...(isList ? csv : {}) },
    },
    ...Object.fromEntries(Object.entries(errors).map(([status, text]) => [status, refused(text)])),
  };
}

function parametersOf(schema: z.ZodMiniType, place: 'path' | 'query'): Schema[] {
  const { required } = toInput(schema) as { required?: string[] };
  return Object.entries(propertiesOf(schema)).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (required ?? []).includes(name),
    schema: field,
  }));
}

function propertiesOf(schema: z.ZodMiniType): Record<string, Schema> {
  return (toInput(schema) as { properties?: Record<string, Schema> }).properties ?? {};
}

/** Schema of a request: values as they are after parsing; only fields without a default are required. */
function toInput(schema: z.ZodMiniType): Schema {
  const read = toSchema(schema, 'output');
  const { required } = toSchema(schema, 'input') as { required?: string[] };
  const { additionalProperties: _, required: __, ...rest } = read;
  return required === undefined || required.length === 0 ? rest : { ...rest, required };
}

function toAnswer(schema: z.ZodMiniType): Schema {
  return toSchema(schema, 'output');
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Schema;
  return rest;
}

function signInPath(): Record<string, Schema> {
  const answer = z.object({ token: z.string(), operator: operatorCalls.me.answer });
  return {
    [`${consolePrefix}/login`]: {
      post: {
        operationId: 'postLogin',
        tags: ['login'],
        summary: 'Sign in with e-mail address, password and the code of the second factor',
        security: [],
        requestBody: { required: true, content: { [json]: { schema: toInput(operatorLoginBody) } } },
        responses: responsesOf(toAnswer(answer), false),
      },
    },
  };
}

function ownPath(): Record<string, Schema> {
  return {
    [openApiPath]: {
      get: {
        operationId: 'getOpenapi',
        tags: ['openapi.json'],
        summary: 'This description',
        description: whoMay(null),
        responses: { '200': { description: 'OpenAPI 3.1', content: { [json]: { schema: { type: 'object' } } } } },
      },
    },
  };
}
