import { createHash } from 'node:crypto';
import { buildFilesPath, publicPaths } from '@candor/contracts/http/paths';
import type { FastifyInstance } from 'fastify';
import type { ServedBuild } from '../../../ports/served-build.ts';
import { RefusalError } from '../envelope.ts';

/**
 * Registers the page that verifies receipts, statements and proofs in the reader's browser, the same bytes for everyone,
 * and the list of all built files (R-VER-01, R-VER-11). Without a build, null, both are 404.
 */
export function registerVerifyPage(app: FastifyInstance, build: ServedBuild | null): void {
  const policy = build === null ? '' : policyOf(build.page);
  app.get(publicPaths.verify, (request, reply) => {
    if (build === null) throw new RefusalError('unknownPath', { httpStatus: 404 });
    const tag = `"${build.pageHash}"`;
    void reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cache-control': 'public, max-age=300',
      etag: tag,
    });
    return request.headers['if-none-match'] === tag ? reply.status(304).send() : reply.send(build.page);
  });
  app.get(buildFilesPath, (_request, reply) => {
    if (build === null) throw new RefusalError('unknownPath', { httpStatus: 404 });
    void reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' });
    return reply.type('text/plain; charset=utf-8').send(build.files);
  });
}

/**
 * Its one script and its one style, by their hashes, nothing else; it may connect to the address that the reader names. The
 * page states the same itself, for copies elsewhere.
 */
function policyOf(page: string): string {
  const hashOf = (part: string) => `'sha256-${createHash('sha256').update(part).digest('base64')}'`;
  const inside = (name: string) => new RegExp(`<${name}>([^]*)</${name}>`).exec(page)?.[1] ?? '';
  return [
    "default-src 'none'",
    `script-src ${hashOf(inside('script'))}`,
    `style-src ${hashOf(inside('style'))}`,
    "connect-src 'self' https:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
