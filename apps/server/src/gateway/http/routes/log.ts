import { createHash } from 'node:crypto';
import { logPaths } from '@candor/contracts/http/paths';
import { LogError } from '@candor/transparency-log/log-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicLog } from '../../../services/log/public-log.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError } from '../envelope.ts';

/** A file of the log that never changes. */
const immutable = 'public, max-age=31536000, immutable';
const text = 'text/plain; charset=utf-8';

/**
 * Registers the files of a company's log: key, checkpoint, tiles and entries (C2SP tlog-tiles). Anyone may read and cache
 * them; a tile that the newest checkpoint does not cover is a 404 (R-LOG-10).
 */
export function registerLogRoutes(app: FastifyInstance, { log }: { readonly log: PublicLog }): void {
  app.get(logPaths.key, async (request, reply) => {
    const key = await log.key(companyOf(request).id);
    return sendFile(request, reply, key === null ? null : Buffer.from(`${key}\n`), {
      type: text,
      caching: 'public, max-age=300',
    });
  });
  app.get(logPaths.checkpoint, async (request, reply) => {
    const checkpoint = await log.checkpoint(companyOf(request).id);
    // Seconds only: the next one is signed after ten.
    const caching = 'public, max-age=2';
    return sendFile(request, reply, checkpoint === null ? null : Buffer.from(checkpoint), { type: text, caching });
  });
  app.get(logPaths.tiles, async (request, reply) => {
    const { '*': place = '' } = request.params as { readonly '*'?: string };
    const { id } = companyOf(request);
    const path = `tile/${place}`;
    // The place names the bytes for good: a caller who has them costs no reading of them.
    const tag = `"${id}-${place.replaceAll('/', '-')}"`;
    const has = request.headers['if-none-match'] === tag;
    const bytes = await unlessBadPath(async () => {
      if (!has) return log.tile(id, path);
      return (await log.covers(id, path)) ? nothing : null;
    });
    return sendFile(request, reply, bytes, { type: 'application/octet-stream', caching: immutable, tag });
  });
}

const nothing = new Uint8Array();

async function unlessBadPath(read: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LogError && error.code === 'bad-path') return null;
    throw error;
  }
}

/** Sends a file with its tag, 304 if the caller has it, or 404 for null. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Uint8Array | null,
  { type, caching, ...known }: { readonly type: string; readonly caching: string; readonly tag?: string },
): FastifyReply {
  // Public: a verifier on any page may read them.
  void reply.header('access-control-allow-origin', '*');
  if (bytes === null) throw new RefusalError('unknownPath', { httpStatus: 404 });
  const tag = known.tag ?? `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  void reply.header('cache-control', caching).header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
}
