import type { UploadedImage } from '@candor/contracts/http/verification';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { FileLinks } from '../../../services/documents/file-links.ts';
import type { Uploads } from '../../../services/documents/uploads.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { networkOf } from '../../network-of.ts';
import { requireRealUser } from '../authenticate.ts';
import { RefusalError, sendOk } from '../envelope.ts';
import { multipartLimits, readImagePart } from '../read-image-part.ts';

/** Bodies held at once: each may be as large as a picture. */
const readingMax = 16;

export interface UploadRouteDeps {
  readonly uploads: Uploads;
  readonly links: FileLinks;
  readonly tokens: Tokens;
}

/** Takes a picture from a real user. */
export function registerUploadRoutes(app: FastifyInstance, deps: UploadRouteDeps): void {
  let reading = 0;
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false });
    scope.post('/api/common/image_upload', async (request, reply) => {
      const { user } = await requireRealUser(deps.tokens, request);
      const sender = { user, address: networkOf(request.ip) };
      if (!deps.uploads.admit(sender)) throw new RefusalError('uploadQuotaReached');
      if (reading >= readingMax) throw new RefusalError('busy');
      reading += 1;
      try {
        const { file, type } = await readImagePart(request);
        const kept = await deps.uploads.keep(sender, file, type);
        if (kept.kind === 'refused') throw new RefusalError(kept.refusal);
        const url = deps.links.urlOf({ companyId: user.companyId, uploadId: kept.id, operatorId: null });
        const image: UploadedImage = { id: kept.id, url };
        return sendOk(request, reply, image);
      } finally {
        reading -= 1;
      }
    });
  });
}
