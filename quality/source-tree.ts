import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders that tools or the product make, as in .gitignore. */
const skippedFolder = /(^|\/)(node_modules|dist|coverage|\.git|\.cache)$|^(data|e2e\/out)$/;

/** Lists every file of the repository by its path from the root. Works without git, e.g. in an unpacked archive. */
export function allFiles(folder = ''): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory() && !skippedFolder.test(path)) found.push(...allFiles(path));
    else if (entry.isFile()) found.push(path);
  }
  return found.toSorted();
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export const isSource = (path: string) => /\.(ts|tsx|mts|mjs)$/.test(path);
export const isTest = (path: string) => /\.test\.tsx?$/.test(path);

export interface Imported {
  specifier: string;
  line: number;
  /** True if only types are imported. */
  isType: boolean;
  /** Names taken from the module; `*` for all of them. */
  names: string[];
}

export interface Exported {
  name: string;
  line: number;
  /** True for an interface or a type alias. */
  isType: boolean;
}

export interface NamedFunction {
  name: string;
  line: number;
  /** Lines from the first to the last, inner functions included. */
  lines: number;
}

export interface SourceFile {
  imports: Imported[];
  /** Lines that load a module in a form that cannot be checked: by a computed name, or by `require`. */
  unseenLoads: number[];
  /** Lines that read `state` of something called `core`, or import the type `EngineState`. */
  stateReads: number[];
  /** Lines that name a global that reaches a server, in any form: `fetch`, `window.fetch`, `self['fetch']`. */
  serverCalls: number[];
  functions: NamedFunction[];
  /** Named exports, without those passed on from another file. */
  exports: Exported[];
  /** Names defined at the top level; members of classes and interfaces as `Class.method`. */
  definitions: Set<string>;
}

export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Parses a TypeScript file; imports of types count, also `import('…').T`. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineAt = lineCounter(text);
  const file: SourceFile = {
    imports: [],
    unseenLoads: [],
    stateReads: [],
    serverCalls: [],
    functions: [],
    exports: [],
    definitions: new Set(),
  };
  visit(program as unknown as Node, undefined, (node, parent) => {
    const specifier = specifierOf(node);
    if (specifier)
      file.imports.push({ specifier, line: lineAt(node.start), isType: isOfTypes(node), names: namesTaken(node) });
    if (isUnseenLoad(node, specifier)) file.unseenLoads.push(lineAt(node.start));
    if (isStateRead(node)) file.stateReads.push(lineAt(node.start));
    if (serverGlobals.includes(nameOf(node) ?? literal(node) ?? '')) file.serverCalls.push(lineAt(node.start));
    const name = functionName(node, parent);
    if (name) {
      file.functions.push({ name, line: lineAt(node.start), lines: lineAt(node.end) - lineAt(node.start) + 1 });
    }
  });
  for (const node of (program as unknown as { body: Node[] }).body) {
    collectDefinitions(node, file.definitions);
    file.exports.push(...exportsOf(node).map((one) => ({ ...one, line: lineAt(node.start) })));
  }
  return file;
}

/** Calls `see` with every node of a source, its parent and its line. */
export function visitSource(
  path: string,
  text: string,
  see: (node: Node, parent: Node | undefined, line: number) => void,
): void {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineAt = lineCounter(text);
  visit(program as unknown as Node, undefined, (node, parent) => see(node, parent, lineAt(node.start)));
}

export interface UsedWord {
  word: string;
  line: number;
  /** True for a name of a property; false for a string. */
  isProperty: boolean;
}

/** Lists the names of properties in a source (access, destructuring, object, type) and its strings, in their order. */
export function wordsIn(path: string, text: string): UsedWord[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineAt = lineCounter(text);
  const words: UsedWord[] = [];
  visit(program as unknown as Node, undefined, (node) => {
    const property = nameOf(node['computed'] === true ? null : (node['key'] ?? node['property']));
    const word = property ?? (node.type === 'Literal' ? literal(node) : wholeTemplate(node));
    if (word !== undefined) words.push({ word, line: lineAt(node.start), isProperty: property !== undefined });
  });
  return words;
}

/** Text of a template without expressions. */
function wholeTemplate(node: Node): string | undefined {
  if (node.type !== 'TemplateLiteral' || (node['expressions'] as Node[]).length > 0) return undefined;
  return ((node['quasis'] as Node[])[0]?.['value'] as { cooked?: string } | undefined)?.cooked;
}

export interface Prose {
  kind: 'comment' | 'title';
  text: string;
  line: number;
}

/** Lists the comments of a source, with their marks, and the titles of its tests. */
export function proseIn(path: string, text: string): Prose[] {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineAt = lineCounter(text);
  const prose: Prose[] = comments.map(({ start, end }) => ({
    kind: 'comment',
    text: text.slice(start, end),
    line: lineAt(start),
  }));
  visit(program as unknown as Node, undefined, (node) => {
    const title = node.type === 'CallExpression' ? (node['arguments'] as Node[])[0] : undefined;
    if (title === undefined || !isText(title) || !isTestCall(node['callee'] as Node)) return;
    prose.push({ kind: 'title', text: text.slice(title.start + 1, title.end - 1), line: lineAt(title.start) });
  });
  return prose;
}

const isText = (node: Node) => node.type === 'TemplateLiteral' || literal(node) !== undefined;

/** True for `test`, `it` and `describe`, also with members and calls such as `.skipIf(…)` and `.each([…])`. */
function isTestCall(callee: Node): boolean {
  const inner = (callee['object'] ?? callee['callee'] ?? callee['tag']) as Node | undefined;
  return inner === undefined ? /^(?:test|it|describe)$/.test(nameOf(callee) ?? '') : isTestCall(inner);
}

/** Calls `see` with a node and every node within it, parents first. */
export function visit(node: Node, parent: Node | undefined, see: (node: Node, parent: Node | undefined) => void): void {
  see(node, parent);
  for (const child of childrenOf(node)) visit(child, node, see);
}

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node =>
    typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
  return Object.values(node).flat().filter(isNode);
}

const serverGlobals = [
  'fetch',
  'fetchLater',
  'WebSocket',
  'XMLHttpRequest',
  'EventSource',
  'WebTransport',
  'sendBeacon',
];

const withSource = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
];

function specifierOf(node: Node): string | undefined {
  if (withSource.includes(node.type)) return literal(node['source']) ?? literal(node['argument']);
  return undefined;
}

/** `import type …`, `export type …` and `import('…').T`. */
function isOfTypes(node: Node): boolean {
  return node.type === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type';
}

/** Names that an import or a passing export takes from its module. */
function namesTaken(node: Node): string[] {
  if (node.type === 'TSImportType') return [nameOf(node['qualifier']) ?? '*'];
  const specifiers = node['specifiers'] as Node[] | undefined;
  return (
    specifiers?.map((one) =>
      one.type === 'ImportNamespaceSpecifier' ? '*' : (nameOf(one['imported'] ?? one['local']) ?? '*'),
    ) ?? ['*']
  );
}

/** Named exports of a statement of the top level. */
function exportsOf(node: Node): Omit<Exported, 'line'>[] {
  if (node.type !== 'ExportNamedDeclaration' || node['source']) return [];
  const isType = node['exportKind'] === 'type';
  const declared = node['declaration'] as Node | null;
  if (declared === null)
    return (node['specifiers'] as Node[]).map((one) => ({ name: nameOf(one['exported']) ?? '*', isType }));
  const targets = (declared['declarations'] as Node[] | undefined)?.map((one) => one['id'] as Node);
  const names = targets === undefined ? [nameOf(declared['id'])] : targets.flatMap(namesBound);
  return names.map((name) => ({ name: name ?? '*', isType }));
}

/** Names bound by the left side of a declaration. */
function namesBound(target: Node): (string | undefined)[] {
  if (target.type === 'ArrayPattern')
    return (target['elements'] as (Node | null)[]).flatMap((one) => (one === null ? [] : namesBound(one)));
  if (target.type !== 'ObjectPattern') return [nameOf(target)];
  return (target['properties'] as Node[]).flatMap((one) => namesBound((one['value'] ?? one['argument']) as Node));
}

const loaders = ['require', 'createRequire', 'getBuiltinModule', 'dlopen'];

function isUnseenLoad(node: Node, specifier: string | undefined): boolean {
  if (node.type === 'ImportExpression') return specifier === undefined;
  if (node.type === 'TSImportEqualsDeclaration')
    return (node['moduleReference'] as Node | undefined)?.type === 'TSExternalModuleReference';
  // In any form: renamed, as a member, or with the name in brackets.
  if (node.type === 'Identifier') return loaders.includes(node['name'] as string);
  return node.type === 'Literal' && loaders.includes(node['value'] as string);
}

/** `core.state` in any form, also taken apart, and imports of the type `EngineState`. */
function isStateRead(node: Node): boolean {
  if (node.type === 'ImportSpecifier') return nameOf(node['imported']) === 'EngineState';
  if (node.type === 'MemberExpression') return fieldOf(node) === 'state' && isCore(node['object'] as Node);
  if (node.type !== 'VariableDeclarator' || !isCore(node['init'] as Node | null)) return false;
  const { type, properties } = node['id'] as Node;
  return type === 'ObjectPattern' && (properties as Node[]).some((property) => nameOf(property['key']) === 'state');
}

function isCore(node: Node | null): boolean {
  const name = node?.type === 'MemberExpression' ? fieldOf(node) : nameOf(node);
  return name === 'core' || name === '#core';
}

/** Name of the member that an expression reads. */
export function fieldOf(node: Node): string | undefined {
  const property = node['property'] as Node;
  return nameOf(property) ?? literal(property);
}

/** Text of a string. */
export function literal(value: unknown): string | undefined {
  const node = value as { value?: unknown; literal?: { value?: unknown } } | null | undefined;
  const text = node?.value ?? node?.literal?.value;
  return typeof text === 'string' ? text : undefined;
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

function functionName(node: Node, parent: Node | undefined): string | undefined {
  if (!functionTypes.includes(node.type)) return undefined;
  return nameOf(node['id']) ?? nameOf(parent?.['key']) ?? nameOf(parent?.['id']) ?? '(unnamed)';
}

/** Name of an identifier. */
export function nameOf(value: unknown): string | undefined {
  const node = value as { name?: unknown } | null | undefined;
  return typeof node?.name === 'string' ? node.name : undefined;
}

function collectDefinitions(statement: Node, into: Set<string>): void {
  const node = (statement['declaration'] as Node | null | undefined) ?? statement;
  const name = nameOf(node['id']);
  if (name) into.add(name);
  for (const declarator of (node['declarations'] as Node[] | undefined) ?? []) {
    const declared = nameOf(declarator['id']);
    if (declared) into.add(declared);
  }
  if (node.type !== 'ClassDeclaration' && node.type !== 'TSInterfaceDeclaration') return;
  for (const member of (node['body'] as { body: Node[] }).body) into.add(`${name}.${nameOf(member['key'])}`);
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
