import type { FastifyInstance } from 'fastify';
import type { ShowFile } from '../../../services/documents/file-links.ts';
import { companyOf } from '../company-of.ts';
import { RefusalError } from '../envelope.ts';

/** Headers of files: no scripts, no type sniffing, no framing, no caching. */
const fileHeaders: Readonly<Record<string, string>> = {
  'content-type': 'image/jpeg',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
};

/**
 * Registers the files: shows a file to the holder of a valid link (R-UPL-06), at a host of the file's company only. The
 * files host of an installation serves all companies.
 */
export function registerFileRoutes(
  app: FastifyInstance,
  deps: { readonly showFile: ShowFile; readonly hasOwnHost: boolean },
): void {
  app.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const shown = await deps.showFile(request.params['*'], deps.hasOwnHost ? null : companyOf(request).id);
    if (shown === null) throw new RefusalError('uploadNotFound', { httpStatus: 404 });
    for (const [name, value] of Object.entries(fileHeaders)) reply.header(name, value);
    return reply.header('content-disposition', `attachment; filename="${shown.name}"`).send(shown.bytes);
  });
}
