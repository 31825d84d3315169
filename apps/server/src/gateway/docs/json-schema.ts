import { type CodeName, codes } from '@candor/contracts/codes';
import type * as z from 'zod/mini';
import { toJSONSchema } from 'zod/v4/core';

export type Json = Record<string, unknown>;

/** Schemas that are named in the contracts, gathered while a document is written. */
export class Components {
  readonly #schemas = new Map<string, Json>();

  /** Returns the JSON schema of an answer or message. Named schemas become references. */
  ofAnswer(schema: z.ZodMiniType): Json {
    return this.#convert(schema, 'output');
  }

  /** Returns the JSON schema of fields to send: their values as read, required without a default only. */
  ofInput(schema: z.ZodMiniType): Json {
    const { additionalProperties: _, required: __, ...rest } = this.#convert(schema, 'output');
    const { required } = withoutNames(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json) as {
      required?: string[];
    };
    return required === undefined || required.length === 0 ? rest : { ...rest, required };
  }

  /** The named schemas in alphabetical order. */
  all(): Json {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #convert(schema: z.ZodMiniType, io: 'output'): Json {
    const whole = toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
    const { $schema: _, $defs = {}, ...root } = whole as Json & { $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs)) this.#schemas.set(name, toComponent(definition));
    const { id } = root;
    if (typeof id !== 'string') return toComponent(root);
    this.#schemas.set(id, toComponent(root));
    return { $ref: `#/components/schemas/${id}` };
  }
}

export const jsonType = 'application/json';

/** Reference to the refusal that every document has among its components as `Refusal`. */
export const refusalRef = { $ref: '#/components/schemas/Refusal' };

/** Returns the schema of a refusal. Its codes are literals other than 1, so that `code` separates answers and refusals. */
export function refusalSchema(): Json {
  const refused = (Object.keys(codes) as CodeName[]).filter((name) => name !== 'ok');
  return {
    type: 'object',
    description: `Codes: ${refused.map((name) => `${codes[name]} ${name}`).join(', ')}.`,
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer', enum: refused.map((name) => codes[name]) },
      msg: { type: 'string', description: 'For people, in the language of the `lang` header.' },
      data: { description: 'Details: `{ "field": … }` with 1001, else mostly null.' },
    },
  };
}

/** Returns the schema of what a call sends: the envelope with `data`, or a refusal. */
export function envelopeOf(data: Json): Json {
  const done = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { const: codes.ok }, msg: { type: 'string' }, data },
  };
  return { anyOf: [done, refusalRef] };
}

/** Returns the fields of an input schema with their schemas, and whether each is required. */
export function fieldsOf(input: Json): { name: string; schema: Json; isRequired: boolean }[] {
  const { properties = {}, required = [] } = input as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));
}

/** Points references at the components, and leaves out names and the ban on further fields: fields may be added. */
function toComponent(schema: unknown): Json {
  return withoutNames(schema) as Json;
}

function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (key === '$ref' && typeof inner === 'string') return [[key, inner.replace('#/$defs/', '#/components/schemas/')]];
    if (key === 'id' && typeof inner === 'string') return [];
    if (key === 'additionalProperties' && inner === false) return [];
    return [[key, withoutNames(inner)]];
  });
  return Object.fromEntries(entries);
}
