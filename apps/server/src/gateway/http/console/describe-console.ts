import type { ConsoleCall } from '@candor/contracts/console/call';
import { type Permission, permissions } from '@candor/contracts/console/permissions';
import { invitationAcceptance, operatorSignIn } from '@candor/contracts/http/console';
import {
  Components,
  envelopeOf,
  fieldsOf,
  type Json,
  jsonType,
  refusalRef,
  refusalSchema,
} from '../../docs/json-schema.ts';
import { consolePrefix } from './add-console-call.ts';

const errors = { '403': 'A role that does not allow it', '429': 'Too many requests', '503': 'Ask again in a moment' };

/** Returns the operators' API as OpenAPI 3.1, generated from the served calls alone (R-OPS-11). */
export function describeConsole(calls: readonly ConsoleCall[], version: string): Json {
  const components = new Components();
  const paths: Record<string, Json> = { ...signInPath(components), ...ownPath() };
  for (const call of calls) {
    const path = `${consolePrefix}${call.path}`.replaceAll(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: toOperation(call, components) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Candor operators', version, description: howToRead() },
    servers: [{ url: '/' }],
    security: [{ operator: [] }],
    paths,
    components: {
      securitySchemes: { operator: { type: 'apiKey', in: 'header', name: 'authorization', description: tokenNote } },
      schemas: { Refusal: refusalSchema(), ...components.all() },
    },
  };
}

export const openApiPath = `${consolePrefix}/openapi.json`;

const tokenNote = 'The token of a sign-in, bare or after "Bearer ". Good for the company of the host it was issued at.';

function howToRead(): string {
  return [
    'Every answer is an envelope `{ code, msg, data }`. Code 1 carries `data`; any other is a refusal, most with status 200.',
    'There is no call that changes a price, a fill or a balance.',
  ].join('\n\n');
}

function toOperation(call: ConsoleCall, components: Components): Json {
  const body = components.ofInput(call.body);
  return {
    operationId: operationIdOf(call),
    tags: [call.path.split('/')[1]],
    summary: call.summary,
    description: whoMay(call.permission),
    'x-permission': call.permission,
    'x-roles': call.permission === null ? [] : [...permissions[call.permission]],
    parameters: [
      ...parametersOf(components.ofInput(call.params), 'path'),
      ...parametersOf(components.ofInput(call.query), 'query'),
    ],
    ...(fieldsOf(body).length > 0
      ? { requestBody: { required: true, content: { [jsonType]: { schema: body } } } }
      : {}),
    responses: responsesOf(components.ofAnswer(call.answer), call.isList),
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

function responsesOf(data: Json, isList: boolean): Json {
  const csv = { 'text/csv': { schema: { type: 'string', description: 'With `format=csv`: the list whole.' } } };
  const refused = (description: string) => ({
    description,
    content: { [jsonType]: { schema: refusalRef } },
  });
  return {
    '200': {
      description: 'Done, or refused by name',
      content: { [jsonType]: { schema: envelopeOf(data) }, ...(isList ? csv : {}) },
    },
    ...Object.fromEntries(Object.entries(errors).map(([status, text]) => [status, refused(text)])),
  };
}

function parametersOf(input: Json, place: 'path' | 'query'): Json[] {
  return fieldsOf(input).map(({ name, schema, isRequired }) => ({
    name,
    in: place,
    required: place === 'path' || isRequired,
    schema,
  }));
}

function signInPath(components: Components): Record<string, Json> {
  return {
    [`${consolePrefix}${operatorSignIn.path}`]: {
      post: {
        operationId: 'postLogin',
        tags: ['login'],
        summary: 'Log in with email address, password and the code of the second factor',
        security: [],
        requestBody: { required: true, content: { [jsonType]: { schema: components.ofInput(operatorSignIn.body) } } },
        responses: responsesOf(components.ofAnswer(operatorSignIn.answer), false),
      },
    },
    [`${consolePrefix}${invitationAcceptance.path}`]: {
      post: {
        operationId: 'postInvitation',
        tags: ['login'],
        summary: 'Accept an invitation with a password of your own; then log in',
        security: [],
        requestBody: {
          required: true,
          content: { [jsonType]: { schema: components.ofInput(invitationAcceptance.body) } },
        },
        responses: responsesOf(components.ofAnswer(invitationAcceptance.answer), false),
      },
    },
  };
}

function ownPath(): Record<string, Json> {
  return {
    [openApiPath]: {
      get: {
        operationId: 'getOpenapi',
        tags: ['openapi.json'],
        summary: 'This description',
        description: whoMay(null),
        responses: { '200': { description: 'OpenAPI 3.1', content: { [jsonType]: { schema: { type: 'object' } } } } },
      },
    },
  };
}
