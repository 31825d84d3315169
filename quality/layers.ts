import { posix } from 'node:path';
import { job, jobPackages, mayCallServer, mayLoadUnseen, mayReadState, withoutTrading } from './special-files.ts';

/**
 * One layer of the code and its allowed imports; imports of types count. The layer of a file is the first whose pattern
 * matches. A file without a layer is reported.
 */
export interface Layer {
  name: string;
  files: RegExp;
  /** Other layers that it may import. */
  may: string[];
  /** Packages from npm and Node that it may import. */
  packages: RegExp;
  /** Splits the layer into siblings that may not import each other, by the first group of the pattern. */
  apartBy?: RegExp;
}

const domain = ['values', 'calc', 'ledger', 'engine', 'receipt', 'domain hedging'];
const none = /^$/;
const shared = ['contracts', 'languages', 'values', 'calc'];

export const layers: readonly Layer[] = [
  { name: 'values', files: /^packages\/domain\/src\/values\//, may: [], packages: none },
  { name: 'calc', files: /^packages\/domain\/src\/calc\//, may: ['values'], packages: none },
  { name: 'ledger', files: /^packages\/domain\/src\/ledger\//, may: ['values'], packages: none },
  { name: 'engine', files: /^packages\/domain\/src\/engine\//, may: ['values', 'calc', 'ledger'], packages: none },
  // Records decisions of the engine; the engine may not depend on their form.
  { name: 'receipt', files: /^packages\/domain\/src\/receipt\//, may: ['values', 'calc', 'engine'], packages: none },
  // Routing rules and the hedge that they want: they read the engine's events, and the engine knows nothing of them.
  {
    name: 'domain hedging',
    files: /^packages\/domain\/src\/hedging\//,
    may: ['values', 'calc', 'engine'],
    packages: none,
  },
  // A list of its own, because texts need it without the rest of the contracts.
  { name: 'languages', files: /^packages\/contracts\/src\/languages\.ts$/, may: [], packages: none },
  { name: 'contracts', files: /^packages\/contracts\/src\//, may: ['values', 'languages'], packages: /^zod(\/|$)/ },
  { name: 'texts', files: /^packages\/texts\/src\//, may: ['languages'], packages: none },
  { name: 'work proof', files: /^packages\/work-proof\/src\//, may: [], packages: /^@noble\/hashes\// },
  { name: 'design', files: /^packages\/design\/src\//, may: ['contracts'], packages: none },
  // The log's tree, tiles, proofs and signatures; without I/O.
  {
    name: 'transparency log',
    files: /^packages\/transparency-log\/src\//,
    may: [],
    packages: /^node:crypto$/,
  },
  // One check of receipts for web, console and tools.
  { name: 'receipt signature', files: /^packages\/receipt-signature\/src\//, may: ['contracts'], packages: none },

  {
    name: 'main',
    files:
      /^apps\/server\/src\/(main|main-worker|[a-z]+-thread|start-server|serve-gateway|open-[a-z-]+|start-[a-z]+-role|prepare-(companies|shard)|journal-upkeep|take-lead|hand-over|maintenance)(\.(store\.)?test)?\.ts$/,
    may: ['*'],
    packages: /^(fastify$|node:)/,
  },
  // Composes the server from ports; main and the tests provide the adapters.
  {
    name: 'compose',
    files: /^apps\/server\/src\/(create-[a-z]+|start-jobs|connect-areas|register-routes)(\.test)?\.ts$/,
    may: [...domain, 'ports', 'trading', 'projections', 'services', 'gateway'],
    packages: /^(fastify|node:(crypto|path|url))$/,
  },
  {
    name: 'config',
    files: /^apps\/server\/src\/config(-[a-z]+)?(\.test)?\.ts$/,
    may: ['contracts', 'ports'],
    packages: /^(zod|node:)/,
  },
  { name: 'ports', files: /^apps\/server\/src\/ports\//, may: domain, packages: none },
  { name: 'trading', files: /^apps\/server\/src\/trading\//, may: [...domain, 'ports'], packages: /^node:/ },
  // Follows the journal and hedges. Nothing but main and tests may import it: no fill depends on it.
  { name: 'hedging', files: /^apps\/server\/src\/hedging\//, may: [...domain, 'ports', 'trading'], packages: /^node:/ },
  // Partitions and archive of the journal.
  { name: 'journal', files: /^apps\/server\/src\/journal\//, may: [...domain, 'ports', 'trading'], packages: /^node:/ },
  {
    name: 'projections',
    files: /^apps\/server\/src\/projections\//,
    may: [...domain, 'ports', 'trading', 'transparency log'],
    packages: /^node:/,
  },
  {
    name: 'services',
    files: /^apps\/server\/src\/services\//,
    may: [...domain, 'ports', 'languages', 'texts', 'transparency log'],
    // Packages that calculate in memory only: no database, network or file.
    packages:
      /^(node:(crypto|util|url)|otpauth|hast|hast-util-[a-z-]+|markdown-it|@zxcvbn-ts\/language-common|@simplewebauthn\/server|@scure\/base|@noble\/hashes\/[a-z0-9.]+)$/,
    apartBy: /^apps\/server\/src\/services\/([^/]+)/,
  },
  // Queues that several adapters use.
  { name: 'queues', files: /^apps\/server\/src\/adapters\/queues\//, may: [], packages: none },
  {
    name: 'adapters',
    files: /^apps\/server\/src\/adapters\//,
    may: [...domain, 'ports', 'queues', 'transparency log'],
    packages:
      /^(node:[a-z_/]+|@nats-io\/transport-node|@node-rs\/argon2|aws4fetch|kysely|libheif-js\/wasm-bundle\.js|nodemailer(\/lib\/mail-composer)?|pg|pino|piscina|rate-limiter-flexible(\/lib\/RateLimiterStoreAbstract\.js)?|sharp|ws|zod\/mini)$/,
    apartBy: /^apps\/server\/src\/adapters\/([^/]+)/,
  },
  {
    name: 'gateway',
    files: /^apps\/server\/src\/gateway\//,
    may: [...domain, 'contracts', 'languages', 'texts', 'transparency log', 'ports', 'services'],
    packages:
      /^(node:(crypto|events|fs|http|net|path|stream|timers\/promises|url|util|zlib)|fastify|@fastify\/[a-z]+|zod\/[a-z0-9/]+|ws|ipaddr\.js|pdfkit)$/,
  },

  // Formats, texts and the browser's abilities: no data, no component of the product.
  {
    name: 'web base',
    files: /^apps\/web\/src\/(format|i18n|platform|styles)\//,
    may: [...shared, 'texts'],
    packages: /^(react|@simplewebauthn\/browser)$/,
  },
  // Components without data of their own, usable on any screen.
  {
    name: 'web ui',
    files: /^apps\/web\/src\/ui\//,
    may: [...shared, 'web base'],
    packages: /^(react|react-dom|uqr|zustand)$/,
  },
  // The only access to the server. `boot` sends the first calls before the app is loaded.
  {
    name: 'web data',
    files: /^apps\/web\/src\/(data|session|boot)\//,
    may: [...shared, 'web base', 'work proof'],
    packages: /^(react|@tanstack\/react-query|zustand(\/middleware)?)$/,
  },
  // The route table is data that screens link by; the shell composes screens, as the root does.
  {
    name: 'web routes',
    files: /^apps\/web\/src\/navigation\//,
    may: ['web base'],
    packages: /^(react|@tanstack\/react-router)$/,
  },
  { name: 'web worker', files: /^apps\/web\/src\/worker\//, may: ['web routes'], packages: none },
  {
    name: 'web widgets',
    files: /^apps\/web\/src\/(widgets|form|theme)\//,
    may: [...shared, 'web base', 'web ui', 'web data', 'web routes', 'receipt signature'],
    packages: /^(react|@tanstack\/react-(query|router))$/,
  },
  {
    name: 'web screens',
    files: /^apps\/web\/src\/screens\//,
    may: [...shared, 'web base', 'web ui', 'web data', 'web routes', 'web widgets'],
    packages: /^(react|@tanstack\/react-router|klinecharts)$/,
    apartBy: /^apps\/web\/src\/screens\/([^/]+)/,
  },
  {
    name: 'web root',
    files: /^apps\/web\/src\/([^/]+$|shell\/)/,
    may: [...shared, 'design', 'web base', 'web ui', 'web data', 'web routes', 'web widgets', 'web screens'],
    packages: /^(react|react-dom\/client|@tanstack\/react-(query|router))$/,
  },
  {
    name: 'console screens',
    files: /^apps\/console\/src\/screens\//,
    may: [...shared, 'console', 'design', 'texts', 'receipt signature'],
    packages: /^(react|react-hook-form|react-router|zod\/mini|@mui\/(material|icons-material)\/\w+)$/,
    apartBy: /^apps\/console\/src\/screens\/([^/]+)/,
  },
  {
    name: 'console root',
    files: /^apps\/console\/src\/[^/]+$/,
    may: [...shared, 'console', 'console screens', 'texts'],
    packages:
      /^(react|react-dom\/client|react-router(\/dom)?|@emotion\/(cache|react)|@tanstack\/react-query|@mui\/material\/\w+)$/,
  },
  {
    name: 'console',
    files: /^apps\/console\/src\//,
    may: [...shared, 'work proof', 'texts'],
    packages:
      /^(react|react-hook-form|react-router|uqr|zod\/mini|@tanstack\/react-query|@mui\/(material|icons-material)\/\w+)$/,
  },
  // Checks receipts without any code of the product.
  { name: 'verify-receipt', files: /^tools\/verify-receipt\//, may: [], packages: /^node:(crypto|fs|path)$/ },
  // Cosigns logs without any code of the product.
  { name: 'witness', files: /^tools\/witness\//, may: [], packages: /^node:(crypto|fs|http|path)$/ },
];

/** One layer of the code around the product, and its allowed imports from product and other layers. */
interface HelperLayer {
  name: string;
  files: RegExp;
  /** Layers of the product, or other helper layers. */
  may: string[];
  /** Layers of which it may import types only. */
  types?: string[];
}

const server = [
  ...domain,
  'transparency log',
  'contracts',
  'languages',
  'ports',
  'trading',
  'projections',
  'services',
  'adapters',
  'gateway',
];

/** Tests and tools. No file of the product may import one; test files may import `testkit`. */
export const helperLayers: readonly HelperLayer[] = [
  // Checks the engine by arithmetic of its own: it knows types only, no code of the engine.
  { name: 'auditor', files: /^sim\/auditor\//, may: [], types: ['values', 'engine'] },
  { name: 'sim', files: /^sim\//, may: [...server, 'auditor', 'testkit', 'verify-receipt'] },
  // Page models: the elements of a page as a user sees them. They import no product code.
  { name: 'page models', files: /^e2e\/page-models\//, may: ['contracts', 'testkit', 'e2e'] },
  {
    name: 'e2e',
    files: /^e2e\//,
    may: [
      ...['contracts', 'languages', 'texts', 'values', 'web routes', 'adapters'],
      ...['page models', 'testkit', 'bench', 'verify-receipt'],
    ],
  },
  {
    name: 'bench',
    files: /^bench\//,
    may: [
      ...domain,
      'contracts',
      'ports',
      'trading',
      'journal',
      'projections',
      'adapters',
      'gateway',
      'services',
      'testkit',
      'page models',
    ],
  },
  {
    name: 'testkit',
    files: /^testkit\//,
    may: [...server, 'hedging', 'journal', 'queues', 'main', 'compose', 'texts', 'verify-receipt'],
  },
  { name: 'quality', files: /^quality\//, may: ['contracts', 'languages', 'texts', 'gateway', 'scripts'] },
  // Files to copy: they import nothing of the repository.
  { name: 'examples', files: /^examples\//, may: [] },
  { name: 'scripts', files: /^scripts\//, may: ['gateway', 'testkit'] },
];

/** Returns the imports of a file around the product that its layer may not have. */
export function helperViolations({ file, imports }: FileImports): Violation[] {
  const layer = helperLayers.find(({ files }) => files.test(file));
  if (layer === undefined)
    return [{ file, line: 1, message: 'belongs to no layer: give it a place in quality/layers.ts' }];
  return imports.flatMap(({ specifier, line, isType = false }) => {
    const target = resolveImport(file, specifier);
    if (target === undefined || isAsset(target)) return [];
    const owner = [...layers, ...helperLayers].find(({ files }) => files.test(target));
    const may = isType ? [...layer.may, ...(layer.types ?? [])] : layer.may;
    if (owner === layer || (owner !== undefined && may.includes(owner.name))) return [];
    return [{ file, line, message: `${layer.name} must not import ${owner?.name ?? 'the file'} ("${specifier}")` }];
  });
}

export const workspacePackages: Record<string, string> = {
  '@candor/domain/': 'packages/domain/src/',
  '@candor/contracts/': 'packages/contracts/src/',
  '@candor/design/': 'packages/design/src/',
  '@candor/receipt-signature/': 'packages/receipt-signature/src/',
  '@candor/transparency-log/': 'packages/transparency-log/src/',
  '@candor/texts/': 'packages/texts/src/',
  '@candor/work-proof/': 'packages/work-proof/src/',
};

export interface Violation {
  file: string;
  line: number;
  message: string;
}

export interface FileImports {
  file: string;
  imports: { specifier: string; line: number; isType?: boolean }[];
  /** Lines that load a module whose name cannot be read from the source. */
  unseenLoads?: number[];
  /** Lines that read the state of the trading core, or name its type. */
  stateReads?: number[];
  /** Lines that name `fetch`, `WebSocket` or another global that reaches a server. */
  serverCalls?: number[];
}

/** True if a file is in a layer: source of a package, an app or the offline tool. */
export function isLayered(file: string): boolean {
  return /^(packages|apps)\/[^/]+\/src\/|^tools\/(verify-receipt|witness)\//.test(file);
}

/** Returns the file that an import names; undefined for packages from npm and Node. */
export function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier.replace(/[?#].*$/, ''));
  for (const [prefix, folder] of Object.entries(workspacePackages)) {
    if (specifier.startsWith(prefix)) return `${folder}${specifier.slice(prefix.length)}.ts`;
  }
  return undefined;
}

export function layerViolations(
  { file, imports, unseenLoads = [], stateReads = [], serverCalls = [] }: FileImports,
  isTest = false,
): Violation[] {
  const layer = layers.find(({ files }) => files.test(file));
  const found: Violation[] = [];
  if (!layer) return [{ file, line: 1, message: 'belongs to no layer: give it a place in quality/layers.ts' }];
  for (const { specifier, line, isType = false } of imports) {
    const message =
      wrongForm(file, specifier, isTest) ??
      (isTest ? undefined : (wrongTarget(layer, file, specifier) ?? wrongThread(file, specifier, isType)));
    if (message) found.push({ file, line, message });
  }
  if (isTest) return found;
  if (file.startsWith('apps/server/') && !mayReadState.test(file))
    for (const line of stateReads)
      found.push({ file, line, message: "reads the engine's state: use a view of ports/trading-port.ts" });
  if (/^apps\/(web|console)\//.test(file) && !mayCallServer.test(file))
    for (const line of serverCalls)
      found.push({ file, line, message: 'calls the server: use the data folder of web, or the api folder of console' });
  if (mayLoadUnseen.test(file)) return found;
  for (const line of unseenLoads)
    found.push({ file, line, message: 'loads a module unseen: write import … from with its name' });
  return found;
}

/** Returns the problem of an import that enters another package by a path instead of an export. */
function wrongForm(file: string, specifier: string, isTest: boolean): string | undefined {
  const target = resolveImport(file, specifier);
  if (isTest && target?.startsWith('testkit/')) return undefined;
  if (specifier.startsWith('/') || specifier.startsWith('@/') || specifier.startsWith('~')) {
    return `imports "${specifier}": write a relative path or a package's export`;
  }
  if (specifier.startsWith('@candor/') && !target) return `imports "${specifier}", which is no exported entry`;
  const isForeign = target && specifier.startsWith('.') && workspaceOf(target) !== workspaceOf(file);
  return isForeign ? `imports "${specifier}" by a path: use the package's export` : undefined;
}

function workspaceOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

function wrongTarget(layer: Layer, file: string, specifier: string): string | undefined {
  const target = resolveImport(file, specifier);
  if (!target) {
    if (layer.packages.test(specifier)) return undefined;
    return `${layer.name} must not import the package "${specifier}"`;
  }
  const owner = layers.find(({ files }) => files.test(target));
  if (!owner)
    return layer.may.includes('*') || isAsset(target) ? undefined : `${layer.name} must not import "${specifier}"`;
  if (owner === layer) return strangers(layer, file, target);
  if (layer.may.includes('*') || layer.may.includes(owner.name)) return undefined;
  return `${layer.name} must not import ${owner.name} ("${specifier}")`;
}

/** Returns the problem of an import of a thread's job outside threads; types are free. */
function wrongThread(file: string, specifier: string, isType: boolean): string | undefined {
  if (isType || job.test(file) || withoutTrading.test(file)) return undefined;
  const target = resolveImport(file, specifier);
  const isJob = target === undefined ? jobPackages.test(specifier) : job.test(target);
  return isJob ? `imports "${specifier}", which is for threads of their own: ask for it as background work` : undefined;
}

function strangers(layer: Layer, file: string, target: string): string | undefined {
  const [mine, theirs] = [file, target].map((path) => layer.apartBy?.exec(path)?.[1]);
  return mine === theirs ? undefined : `${layer.name}: ${mine} must not import its sibling ${theirs}`;
}

function isAsset(target: string): boolean {
  return /\.(css|svg|png|woff2|json)$/.test(target);
}

/** True if a file other than config.ts and main.ts reads the environment. */
export function readsEnvironment(file: string, text: string): boolean {
  if (/^apps\/server\/src\/(config|main)\.ts$/.test(file)) return false;
  if (/\bfrom\s*['"](node:)?process['"]|\{[^{}]*\benv\b[^{}]*\}\s*=\s*(globalThis\.)?process\b(?!\.)/.test(text))
    return true;
  return /\bprocess\s*(\.|\?\.)\s*env\b|\bprocess\s*\[\s*['"]env|import\.meta\.env\.(?!(DEV|PROD|MODE|BASE_URL|SSR)\b)/.test(
    text,
  );
}
