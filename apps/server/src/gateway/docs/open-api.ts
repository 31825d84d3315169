import { type Call, commonRefusals } from '@candor/contracts/http/call';
import { callGroups } from '@candor/contracts/http/calls';
import type { Verb } from '@candor/contracts/http/paths';
import { receiptKeysPath } from '@candor/contracts/http/paths';
import { receiptKeys } from '@candor/contracts/http/receipts';
import { examples } from './examples.ts';
import { Components, envelopeOf, fieldsOf, type Json, jsonType, refusalRef, refusalSchema } from './json-schema.ts';

/** Version of the API as described; it changes when a call changes incompatibly. */
export const apiVersion = '1.0.0';

/** Returns the trader's API as OpenAPI 3.1, from the table of calls. */
export function describeApi(): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const [group, calls] of Object.entries(callGroups))
    for (const call of Object.values<Call>(calls)) {
      paths[call.path] = {
        ...paths[call.path],
        [call.verb.toLowerCase()]: operationOf(call, call.verb, group, components),
      };
      if (call.alsoByGet) paths[call.path] = { ...paths[call.path], get: operationOf(call, 'GET', group, components) };
    }
  paths[receiptKeysPath] = { get: keysOperation(components) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Candor trading API',
      version: apiVersion,
      description: howToRead(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The API host of a company.' }],
    tags: Object.keys(callGroups).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The token of a login, bare or after "Bearer ".',
        },
      },
      responses: { Refused: { description: 'Refused by a code', content: { [jsonType]: { schema: refusalRef } } } },
      schemas: { Refusal: refusalSchema(), ...components.all() },
    },
  };
}

function howToRead(): string {
  return [
    'Every answer is an envelope `{ code, msg, data }`. Code 1 carries `data`; any other code is a refusal, most with status 200.',
    'Money, prices and lots are decimal strings. Times are milliseconds since 1970-01-01T00:00Z.',
    'Fields of a POST may be sent as a form, too.',
    'The header `lang` chooses the language of `msg` and of texts in `data`.',
    'A state change may carry `client_id`: repeating it with the same id repeats the answer, not the change.',
    'Calls are limited by account, by address and in total; status 429 names when to ask again.',
  ].join('\n\n');
}

function operationOf(call: Call, verb: Verb, group: string, components: Components): Json {
  const isLegacy = verb !== call.verb;
  return {
    operationId: isLegacy ? `${call.name}ByGet` : call.name,
    tags: [group],
    summary: call.summary,
    description: [
      whoMay(call),
      ...(isLegacy ? ['The same call by GET, for older clients; a setting turns it off.'] : []),
    ].join(' '),
    ...(isLegacy ? { deprecated: true } : {}),
    security: call.who === 'anybody' ? [] : [{ session: [] }],
    ...(verb === 'GET' ? { parameters: parametersOf(call, components) } : bodyOf(call, components)),
    responses: responsesOf(call, components),
    ...(isLegacy || examples[call.name] === undefined ? {} : { 'x-demo': true }),
  };
}

function whoMay({ who, needsStepUp }: Call): string {
  const texts = {
    anybody: 'Needs no session.',
    session: 'Needs a session, real or demo.',
    real: 'Needs a session of a real account.',
  };
  return needsStepUp ? `${texts[who]} Asks for a fresh proof of the user by code 1117.` : texts[who];
}

function parametersOf(call: Call, components: Components): Json[] {
  const example = (examples[call.name] ?? {}) as Record<string, unknown>;
  return fieldsOf(components.ofInput(call.input)).map(({ name, schema: { description, ...schema }, isRequired }) => ({
    name,
    in: 'query',
    required: isRequired,
    ...(description === undefined ? {} : { description }),
    schema,
    ...(example[name] === undefined ? {} : { example: example[name] }),
  }));
}

function bodyOf(call: Call, components: Components): Json {
  if (call.takesPicture) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = { type: 'object', required: ['file'], properties: { file } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  const schema = components.ofInput(call.input);
  if (fieldsOf(schema).length === 0) return {};
  const example = examples[call.name];
  const content = { schema, ...(example === undefined ? {} : { example }) };
  return {
    requestBody: { required: true, content: { [jsonType]: content } },
  };
}

function responsesOf(call: Call, components: Components): Json {
  const files = call.files.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]);
  const content = {
    [jsonType]: { schema: envelopeOf(components.ofAnswer(call.answer)) },
    ...Object.fromEntries(files),
  };
  const names = [...new Set([...call.refusals, ...commonRefusals(call)])];
  return {
    '200': { description: 'Done, or refused by a code', content, 'x-refusals': names },
    default: { $ref: '#/components/responses/Refused' },
  };
}

function keysOperation(components: Components): Json {
  return {
    operationId: 'receiptKeys',
    tags: ['trading'],
    summary: 'Public keys that signed receipts; no envelope',
    description: 'Needs no session.',
    security: [],
    responses: {
      '200': {
        description: 'Every key that ever signed',
        content: { [jsonType]: { schema: components.ofAnswer(receiptKeys) } },
      },
    },
  };
}
