import { readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import type { BrowserContext, Route } from 'playwright-core';
import { repositoryRoot } from '../../testkit/product.ts';

/** Origin of the built app. An IP address keeps the API on the page's origin; no server listens there. */
export const appOrigin = 'http://127.0.0.1';

const distOf = (app: 'web' | 'console') => join(repositoryRoot, 'apps', app, 'dist');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves the result of `npm run build` without a server: files by their path, index.html for the app's routes. API
 * calls pass to the next route handler.
 */
export async function serveBuiltApp(context: BrowserContext, origin = appOrigin): Promise<void> {
  await context.route(`${origin}/**`, (route) => serve(route));
}

async function serve(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (/^\/(?:v1\/)?api\//.test(pathname)) return route.fallback();
  await route.fulfill(builtFile(pathname) ?? { status: 404 });
}

export interface BuiltFile {
  readonly body: Buffer;
  readonly contentType: string;
}

/** Returns the built file at a path of an app, index.html for the app's routes; null if there is none. */
export function builtFile(pathname: string, app: 'web' | 'console' = 'web'): BuiltFile | null {
  const path = extname(pathname) === '' ? 'index.html' : normalize(pathname);
  const body = readBuilt(join(distOf(app), path));
  return body === null ? null : { body, contentType: contentTypes[extname(path)] ?? 'application/octet-stream' };
}

const files = new Map<string, Buffer | null>();

function readBuilt(path: string): Buffer | null {
  const known = files.get(path);
  if (known !== undefined) return known;
  let body: Buffer | null = null;
  try {
    body = readFileSync(path);
  } catch {
    if (path.endsWith('index.html')) throw new Error('The apps are not built: run `npm run build` first.');
  }
  files.set(path, body);
  return body;
}
