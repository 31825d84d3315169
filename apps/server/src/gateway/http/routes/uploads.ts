import { verificationCalls } from '@candor/contracts/http/verification';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { FileLinks } from '../../../services/documents/file-links.ts';
import type { Uploads } from '../../../services/documents/uploads.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import { networkOf } from '../../network-of.ts';
import { RefusalError } from '../envelope.ts';
import { multipartLimits, readImagePart } from '../read-image-part.ts';
import { registerCall } from '../register-call.ts';

/** Most bodies in memory; each may be as large as a picture. */
const readingMax = 16;

export interface UploadRouteDeps {
  readonly uploads: Uploads;
  readonly links: FileLinks;
  readonly tokens: Tokens;
}

/** Registers the upload of pictures by real users. */
export function registerUploadRoutes(app: FastifyInstance, deps: UploadRouteDeps): void {
  let reading = 0;
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false });
    registerCall(scope, deps, verificationCalls.uploadPicture, async ({ session: { user }, request }) => {
      const sender = { user, address: networkOf(request.ip) };
      if (!(await deps.uploads.admit(sender))) throw new RefusalError('uploadQuotaReached');
      if (reading >= readingMax) throw new RefusalError('busy');
      reading += 1;
      try {
        const { file, type } = await readImagePart(request);
        const kept = await deps.uploads.keep(sender, file, type);
        if (kept.kind === 'refused') throw new RefusalError(kept.refusal);
        const url = deps.links.urlOf({ companyId: user.companyId, uploadId: kept.id, operatorId: null });
        return { id: kept.id, url };
      } finally {
        reading -= 1;
      }
    });
  });
}
