import { createHash } from 'node:crypto';
import { type CodeName, codes } from '@candor/contracts/codes';
import { pathOf } from '@candor/contracts/http/paths';
import type { FastifyInstance } from 'fastify';
import { jsonType, sendJson } from '../http/reply.ts';
import { onPages } from '../http/security-headers.ts';
import { describeSocket } from './async-api.ts';
import { examples } from './examples.ts';
import type { Json } from './json-schema.ts';
import { describeApi } from './open-api.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

const docsPath = '/docs/api';

/** Own script and style by their hashes, calls to this origin, and nothing else. */
const pagePolicy = [
  "default-src 'none'",
  `script-src 'sha256-${hashOf(pageScript)}'`,
  `style-src 'sha256-${hashOf(pageStyle)}'`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders: Readonly<Record<string, string>> = { ...onPages, 'content-security-policy': pagePolicy };
// Tools on any page may read the documents.
const documentHeaders: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*' };

interface ServedText {
  readonly path: string;
  readonly body: Buffer;
  readonly etag: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

let made: readonly ServedText[] | null = null;

/** Serves the documents of the API, and a page that shows them and tries calls on a demo account (R-WIRE-21). */
export function registerDocs(app: FastifyInstance): void {
  made ??= makeDocs();
  for (const { path, body, etag, type, headers } of made)
    app.get(path, (request, reply) => {
      reply.headers({ ...headers, 'cache-control': 'no-cache', etag });
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : sendJson(reply, body, type);
    });
}

/** Makes the texts, which depend on the program alone, once for all servers of the process. */
function makeDocs(): readonly ServedText[] {
  const [api, socket] = [describeApi(), describeSocket()];
  const asJson = { type: jsonType, headers: documentHeaders };
  return [
    servedText(docsPath, pageText(api, socket), { type: 'text/html; charset=utf-8', headers: pageHeaders }),
    servedText(`${docsPath}/openapi.json`, JSON.stringify(api), asJson),
    servedText(`${docsPath}/asyncapi.json`, JSON.stringify(socket), asJson),
  ];
}

/** A text that never changes: encoded and compressed once, because anybody may ask for it at any rate (R-SEC-07). */
function servedText(path: string, content: string, more: Pick<ServedText, 'type' | 'headers'>): ServedText {
  // Weak: the compressed body has the same tag.
  return { path, body: Buffer.from(content), etag: `W/"${hashOf(content)}"`, ...more };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: true;
  readonly security: readonly unknown[];
  readonly parameters?: readonly (Field & {
    readonly name: string;
    readonly required: boolean;
    readonly schema: Json;
  })[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Field }> };
  readonly responses: {
    readonly '200': {
      readonly content: Record<string, { schema: Json }>;
      readonly 'x-refusals'?: CodeName[];
    };
  };
  readonly 'x-demo'?: true;
}

interface Field {
  readonly description?: string;
  readonly properties?: Record<string, Json & Field>;
  readonly required?: readonly string[];
}

function pageText(api: Json, socket: Json): string {
  const { title, description } = api['info'] as { title: string; description: string };
  const operations = Object.entries(api['paths'] as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  );
  const tags = (api['tags'] as { name: string }[]).map(({ name }) => name);
  const groups = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === tag);
    return `<section id="${slug(tag)}"><h2>${text(tag)}</h2>${own.map((one) => operationText(one.verb, one.path, one.operation)).join('')}</section>`;
  });
  const { schemas } = api['components'] as { schemas: Record<string, Json & Field> };
  const links = [...tags, 'socket', 'types'].map((tag) => `<li><a href="#${slug(tag)}">${text(tag)}</a></li>`).join('');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${text(title)}</title><style>${pageStyle}</style></head><body><header><h1>${text(title)}</h1>` +
    description
      .split('\n\n')
      .map((words) => paragraph(words))
      .join('') +
    `<p>For tools: <a href="${docsPath}/openapi.json">openapi.json</a>, <a href="${docsPath}/asyncapi.json">asyncapi.json</a></p>` +
    `<nav aria-label="Subjects"><ul>${links}</ul></nav></header><main>` +
    `<div class="demo"><button id="open-demo" type="button" data-path="${pathOf('openDemo')}">Open a demo account</button>` +
    `<span id="demo-status" role="status">Calls that need a session can be tried on a demo account of this server.</span></div>` +
    `${groups.join('')}<section id="socket"><h2>Socket</h2>${socketText(socket)}</section>` +
    `<section id="types"><h2>Types</h2>${Object.entries(schemas).map(typeText).join('')}</section>` +
    `</main><script>${pageScript}</script></body></html>`
  );
}

function operationText(verb: string, path: string, operation: Operation): string {
  const { operationId, summary, description, deprecated, parameters, requestBody, responses } = operation;
  const fields =
    parameters?.map(({ name, required, schema, description: note }) => fieldRow(name, required, schema, note)) ??
    fieldRows(Object.values(requestBody?.content ?? {})[0]?.schema);
  const done = responses['200'];
  const answer = done.content['application/json']?.schema as { anyOf?: { properties: { data: Json } }[] } | undefined;
  const data = answer?.anyOf?.[0]?.properties.data;
  const refusals = done['x-refusals'] ?? [];
  const tryIt = operation['x-demo'] === true ? formText(verb, path, operation) : '';
  return (
    `<details id="${operationId}"${deprecated === true ? ' class="deprecated"' : ''}><summary><span class="verb">${verb}</span>` +
    `<span class="path">${text(path)}</span><span class="what">${prose(summary)}</span></summary><div class="body">${paragraph(description)}` +
    (fields.length === 0 ? '' : `<h3>Fields</h3>${table(['Field', 'Type', ''], fields)}`) +
    (data === undefined ? '' : `<h3>data</h3>${paragraph(typeOf(data), true)}`) +
    (refusals.length === 0
      ? ''
      : `<h3>Refusals</h3><p>${refusals.map((name) => `${codes[name]} ${name}`).join(', ')}</p>`) +
    `${tryIt}</div></details>`
  );
}

/** A form with a field for each of the example; the script of the page sends it. */
function formText(verb: string, path: string, { operationId, security }: Operation): string {
  const example = Object.entries((examples as Record<string, Json>)[operationId] ?? {});
  const inputs = example.map(([name, value]) => {
    const isText = typeof value === 'string';
    const shown = text(isText ? value : JSON.stringify(value));
    return `<label>${text(name)}<input name="${text(name)}" value="${shown}"${isText ? '' : ' data-json'}></label>`;
  });
  const session = security.length > 0 ? ' data-session' : '';
  return (
    `<h3>Try it</h3><form data-call="${operationId}" data-verb="${verb}" data-path="${text(path)}"${session}>${inputs.join('')}` +
    `<div><button>Run</button></div><pre hidden aria-live="polite"></pre></form>`
  );
}

function socketText(socket: Json): string {
  const { messages, schemas } = socket['components'] as {
    messages: Record<string, { summary: string; payload: Json & Field }>;
    schemas: Record<string, Json & Field>;
  };
  const { receive } = socket['operations'] as { receive: { messages: { $ref: string }[] } };
  const ofClient = new Set(receive.messages.map(({ $ref }) => $ref.split('/').at(-1)));
  const rows = Object.entries(messages).map(([name, { summary, payload }]) => {
    const by = ofClient.has(name) ? 'client' : 'server';
    return `<details><summary><span class="verb">${by}</span><span class="path">${text(name)}</span><span class="what">${prose(summary)}</span></summary><div class="body">${table(['Field', 'Type', ''], fieldRows(payload))}</div></details>`;
  });
  const { description } = socket['info'] as { description: string };
  const { address } = (socket['channels'] as { socket: { address: string } }).socket;
  return `<p><code>${text(address)}</code></p>${paragraph(description)}${rows.join('')}${Object.entries(schemas).map(typeText).join('')}`;
}

function typeText([name, schema]: [string, Json & Field]): string {
  const rows = fieldRows(schema);
  const body =
    rows.length === 0
      ? paragraph(typeOf({ ...schema, description: undefined }), true)
      : table(['Field', 'Type', ''], rows);
  return `<details id="type-${name}"><summary><span class="path">${text(name)}</span></summary><div class="body">${paragraph(schema.description ?? '')}${body}</div></details>`;
}

function fieldRows(schema: Field | undefined): string[] {
  const { properties = {}, required = [] } = schema ?? {};
  return Object.entries(properties).map(([name, field]) =>
    fieldRow(name, required.includes(name), field, field.description),
  );
}

function fieldRow(name: string, isRequired: boolean, schema: Json, note = ''): string {
  const optional = isRequired ? '' : ' <small>optional</small>';
  return `<tr><td><code>${text(name)}</code>${optional}</td><td>${typeOf(schema)}</td><td>${prose(note)}</td></tr>`;
}

/** Returns the type of a value as HTML: references are links to the types of the page. */
function typeOf(schema: Json): string {
  const {
    $ref,
    type,
    enum: values,
    const: only,
    anyOf,
    oneOf,
    allOf,
    items,
    properties,
    default: usual,
  } = schema as Record<string, never>;
  const ofList = (list: Json[], sign: string) => list.map(typeOf).join(sign);
  if (typeof $ref === 'string') {
    const name = String($ref).split('/').at(-1) ?? '';
    return `<a href="#type-${name}">${text(name)}</a>`;
  }
  if (only !== undefined) return `<code>${text(JSON.stringify(only))}</code>`;
  if (values !== undefined)
    return (values as unknown[]).map((value) => `<code>${text(JSON.stringify(value))}</code>`).join(' | ');
  if (anyOf !== undefined) return ofList(anyOf, ' | ');
  if (oneOf !== undefined) return ofList(oneOf, ' | ');
  if (allOf !== undefined) return ofList(allOf, ' & ');
  if (items !== undefined) return `${typeOf(items)}[]`;
  if (properties !== undefined)
    return `{ ${Object.entries(properties as Record<string, Json>)
      .map(([name, inner]) => `${text(name)}: ${typeOf(inner)}`)
      .join('; ')} }`;
  const word = Array.isArray(type) ? (type as string[]).join(' | ') : ((type as string | undefined) ?? 'any');
  return usual === undefined ? word : `${word}, default <code>${text(JSON.stringify(usual))}</code>`;
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((name) => `<th>${name}</th>`).join('');
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function paragraph(words: string, isHtml = false): string {
  return words === '' ? '' : `<p>${isHtml ? words : prose(words)}</p>`;
}

/** Returns words as HTML; those between backticks are code. */
function prose(words: string): string {
  return text(words).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function slug(tag: string): string {
  return tag.replaceAll(' ', '-');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function text(words: string): string {
  return words.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
}
