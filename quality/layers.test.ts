import { describe, expect, test } from 'vitest';
import { isLayered, layers, layerViolations, readsEnvironment } from './layers.ts';
import { allFiles, isSource, isTest, parseSource, read } from './source-tree.ts';

const files = allFiles().filter((path) => isSource(path) && isLayered(path));

test('R-RUN-20 every import stays within the walls between the layers', () => {
  const found = files.flatMap((file) => layerViolations({ file, ...parseSource(file, read(file)) }, isTest(file)));
  expect(found.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
});

test('R-RUN-20 only config.ts and main.ts read the environment', () => {
  expect(files.filter((file) => !isTest(file) && readsEnvironment(file, read(file)))).toEqual([]);
});

const server = 'apps/server/src';
const web = 'apps/web/src';

describe('R-RUN-20 only trading reads the state of its core', () => {
  const plant = (file: string, text: string) => layerViolations({ file, ...parseSource(file, text) });
  const reads = [
    'core.state.accounts.size;',
    'deps.core.state;',
    'this.#core.state;',
    "core['state'];",
    'const { state } = deps.core;',
    "import { createState, type EngineState } from '@candor/domain/engine/state';",
  ];
  test.each(reads)('%s', (text) => {
    expect(plant(`${server}/gateway/http/routes/a.ts`, text)).toHaveLength(1);
    expect(plant(`${server}/services/identity/a.ts`, text)).toHaveLength(1);
    expect(plant(`${server}/create-areas.ts`, text)).toHaveLength(1);
    expect(plant(`${server}/trading/a.ts`, text)).toEqual([]);
  });
});

describe('R-RUN-20 only data, boot, worker and the console’s client call the server', () => {
  const plant = (file: string, text: string) => layerViolations({ file, ...parseSource(file, text) });
  test.each([
    "await fetch('/api/account');",
    "window.fetch('/api/account');",
    "globalThis['fetch']('/api/account');",
    'const { fetch: load } = window;',
    'new WebSocket(address);',
    'new XMLHttpRequest();',
    'new EventSource(address);',
    'navigator.sendBeacon(address);',
  ])('%s', (text) => {
    expect(plant(`${web}/screens/trade/a.tsx`, text)).toHaveLength(1);
    expect(plant(`${web}/widgets/a.tsx`, text)).toHaveLength(1);
    expect(plant('apps/console/src/screens/orders/a.tsx', text)).toHaveLength(1);
    for (const folder of ['data', 'boot', 'worker']) expect(plant(`${web}/${folder}/a.ts`, text)).toEqual([]);
    expect(plant('apps/console/src/api/a.ts', text)).toEqual([]);
  });
});

test('R-RUN-20 only gateway and start of the server import fastify', () => {
  expect(layers.filter(({ packages }) => packages.test('fastify')).map(({ name }) => name)).toEqual([
    'main',
    'compose',
    'gateway',
  ]);
});

describe('R-RUN-20 each wall catches a planted violation', () => {
  test.each([
    ['values import nothing of ours', 'packages/domain/src/values/a.ts', '../calc/fee.ts'],
    ['values import no package', 'packages/domain/src/values/a.ts', 'node:crypto'],
    ['calc does not know the ledger', 'packages/domain/src/calc/a.ts', '../ledger/transfer.ts'],
    ['ledger does not know calc', 'packages/domain/src/ledger/a.ts', '../calc/fee.ts'],
    ['calc does not know the engine', 'packages/domain/src/calc/a.ts', '../engine/event.ts'],
    ['the engine imports no package', 'packages/domain/src/engine/a.ts', 'kysely'],
    ['the engine does not know its receipts', 'packages/domain/src/engine/a.ts', '../receipt/receipt.ts'],
    ['contracts know values only', 'packages/contracts/src/http/a.ts', '@candor/domain/engine/event'],
    ['contracts use zod only', 'packages/contracts/src/http/a.ts', 'fastify'],
    ['ports know no adapter', `${server}/ports/a.ts`, '../adapters/postgres/database.ts'],
    ['ports use no package', `${server}/ports/a.ts`, 'pg'],
    ['trading does not know the wire', `${server}/trading/a.ts`, '@candor/contracts/codes'],
    ['trading knows no adapter', `${server}/trading/a.ts`, '../adapters/postgres/database.ts'],
    ['trading uses no package', `${server}/trading/a.ts`, 'pg'],
    ['services know no adapter', `${server}/services/funds/a.ts`, '../../adapters/postgres/database.ts'],
    ['services do not know the gateway', `${server}/services/funds/a.ts`, '../../gateway/http/envelope.ts'],
    ['services keep to their area', `${server}/services/funds/a.ts`, '../identity/tokens.ts'],
    ['adapters have no siblings', `${server}/adapters/feeds/a.ts`, '../postgres/database.ts'],
    ['adapters know no service', `${server}/adapters/feeds/a.ts`, '../../services/market/catalogue/catalogue.ts'],
    ['adapters do not know the wire', `${server}/adapters/feeds/a.ts`, '@candor/contracts/codes'],
    ['the gateway knows no adapter', `${server}/gateway/http/a.ts`, '../../adapters/postgres/database.ts'],
    ['the gateway uses the port of trading', `${server}/gateway/http/a.ts`, '../../trading/trading-core.ts'],
    ['only main composes', `${server}/gateway/http/a.ts`, '../../main.ts'],
    ['services reach no database', `${server}/services/funds/a.ts`, 'pg'],
    ['services start no process', `${server}/services/funds/a.ts`, 'node:child_process'],
    ['services reach no network', `${server}/services/funds/a.ts`, 'node:http'],
    ['the gateway reaches no database', `${server}/gateway/http/a.ts`, 'pg'],
    ['the gateway makes no statements', `${server}/gateway/http/a.ts`, 'kysely'],
    ['the gateway starts no thread', `${server}/gateway/http/a.ts`, 'node:worker_threads'],
    ['composing reaches no database', `${server}/create-areas.ts`, 'pg'],
    ['projections reach no database', `${server}/projections/a.ts`, 'pg'],
    ['articles are cleaned in threads', `${server}/services/content/a.ts`, './clean-article.ts'],
    ['the job that cleans them is for threads', `${server}/services/content/a.ts`, './clean-article.ts'],
    ['the packages that clean them are for threads', `${server}/services/content/a.ts`, 'hast-util-sanitize'],
    ['statements are drawn in threads', `${server}/gateway/http/routes/a.ts`, '../statement/statement-pdf.ts'],
    ['the packages that draw them are for threads', `${server}/gateway/http/routes/a.ts`, 'pdfkit'],
    ['captchas are painted in threads', `${server}/adapters/captcha/a.ts`, './paint-captcha.ts'],
    ['jobs of threads are imported by no other file', `${server}/main.ts`, './main-worker.ts'],
    ['the web does not know the engine', `${web}/data/a.ts`, '@candor/domain/engine/event'],
    ['the web does not know the ledger', `${web}/screens/trade/a.tsx`, '@candor/domain/ledger/transfer'],
    ['screens do not import each other', `${web}/screens/trade/a.tsx`, '../order/OrderCard.tsx'],
    ['ui fetches no data', `${web}/ui/a.tsx`, '../data/orders.ts'],
    ['ui fetches no data through a widget', `${web}/ui/a.tsx`, '../widgets/orders/OrderList.tsx'],
    ['ui knows no route', `${web}/ui/a.tsx`, '../navigation/routes.ts'],
    ['data knows no widget', `${web}/data/a.ts`, '../widgets/orders/OrderList.tsx'],
    ['the first calls know no widget', `${web}/boot/a.ts`, '../widgets/orders/OrderList.tsx'],
    ['the base fetches no data', `${web}/i18n/a.ts`, '../data/orders.ts'],
    ['the worker fetches no data', `${web}/worker/a.ts`, '../data/orders.ts'],
    ['screens start no server', `${web}/screens/trade/a.tsx`, 'fastify'],
    ['the console starts no server', 'apps/console/src/api/a.ts', 'fastify'],
    ['adapters start no server', `${server}/adapters/random/a.ts`, 'fastify'],
    ['the offline tool knows no domain', 'tools/verify-receipt/a.mjs', '@candor/domain/receipt/receipt'],
    ['the offline tool imports no package', 'tools/verify-receipt/a.mjs', 'fastify'],
    ['the offline tool reaches no network', 'tools/verify-receipt/a.mjs', 'node:http'],
    ['ui shows no screen', `${web}/ui/a.tsx`, '../screens/trade/Ticket.tsx'],
    ['data knows no screen', `${web}/data/a.ts`, '../screens/trade/Ticket.tsx'],
    ['a screen does not know the shell', `${web}/screens/trade/a.tsx`, '../../shell/TabBar.tsx'],
    ['the route table knows no screen', `${web}/navigation/routes.ts`, '../screens/trade/TradeScreen.tsx'],
    ['the console does not know the web', 'apps/console/src/a.ts', '../../web/src/data/orders.ts'],
    ['the console does not know the engine', 'apps/console/src/api/a.ts', '@candor/domain/engine/event'],
    [
      'screens of the console do not import each other',
      'apps/console/src/screens/users/a.tsx',
      '../orders/OrderPage.tsx',
    ],
    ['shared parts import no screen', 'apps/console/src/parts/a.tsx', '../screens/orders/OrderPage.tsx'],
    ['packages are entered by their exports', `${web}/data/a.ts`, '../../../../packages/domain/src/values/money.ts'],
    ['aliases are not used', `${web}/data/a.ts`, '@/data/orders'],
    ['only exported entries', `${web}/data/a.ts`, '@candor/server/main'],
    ['every file has a layer', `${server}/stray/a.ts`, './b.ts'],
  ])('%s', (_, file, specifier) => {
    expect(layerViolations({ file, imports: [{ specifier, line: 1 }] })).toHaveLength(1);
  });

  test('a test may import adapters and the testkit, but packages only by their exports', () => {
    const file = `${server}/gateway/http/a.test.ts`;
    expect(
      layerViolations({ file, imports: [{ specifier: '../../adapters/postgres/database.ts', line: 1 }] }, true),
    ).toEqual([]);
    expect(
      layerViolations({ file, imports: [{ specifier: '../../../../../testkit/postgres.ts', line: 1 }] }, true),
    ).toEqual([]);
    const path = '../../../../../packages/domain/src/values/money.ts';
    expect(layerViolations({ file, imports: [{ specifier: path, line: 1 }] }, true)).toHaveLength(1);
  });

  test('imports are found in every form', () => {
    const text = `import type { A } from './a.ts'; export type { B } from './b.ts'; export * from './c.ts';
      const d = await import('./d.ts'); type E = import('./e.ts').E;`;
    const found = parseSource('x.ts', text).imports.map(({ specifier }) => specifier);
    expect(found.toSorted()).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
  });

  test('R-SEC-33 types of thread jobs may be imported anywhere', () => {
    const { imports } = parseSource('a.ts', `import type { CleanText } from './clean-article.ts';`);
    expect(layerViolations({ file: `${server}/services/content/a.ts`, imports })).toEqual([]);
  });

  test.each([
    'const a = await import(name);',
    'const a = await import(`pg`);',
    `import { createRequire } from 'node:module';`,
    `import { createRequire as load } from 'node:module';`,
    `import * as modules from 'node:module'; modules['createRequire'](import.meta.url);`,
    `import pg = require('pg');`,
    `const pg = require('pg');`,
    `process.getBuiltinModule('node:fs');`,
  ])('a module loaded by a form that cannot be checked is refused: %s', (text) => {
    const file = `${server}/adapters/feeds/a.ts`;
    const found = layerViolations({ file, ...parseSource('a.ts', text) });
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining('unseen'));
  });

  test('every form of reading the environment is found', () => {
    expect(readsEnvironment(`${server}/services/a.ts`, `import { env } from 'node:process';`)).toBe(true);
    expect(readsEnvironment(`${server}/services/a.ts`, `import process from "process";`)).toBe(true);
    expect(readsEnvironment(`${server}/services/a.ts`, 'const { env: settings } = process;')).toBe(true);
    expect(readsEnvironment(`${server}/services/a.ts`, 'const { pid } = process;')).toBe(false);
    expect(readsEnvironment(`${server}/services/a.ts`, 'const port = process.env.PORT;')).toBe(true);
    expect(readsEnvironment(`${server}/services/a.ts`, `process['env']`)).toBe(true);
    expect(readsEnvironment(`${web}/data/a.ts`, 'import.meta.env.VITE_API')).toBe(true);
    expect(readsEnvironment(`${web}/data/a.ts`, 'import.meta.env.DEV')).toBe(false);
  });
});
