import type { TenantId } from '@candor/domain/values/ids';
import type { AuditLog } from '../../ports/audit.ts';
import type { FileLinks } from './file-links.ts';
import type { Uploads } from './uploads.ts';

/** Null for a link that is not, or no longer, good, one of another company than asked for, and an erased file. */
export type ShowFile = (
  token: string,
  companyId: TenantId | null,
) => Promise<{ readonly name: string; readonly bytes: Buffer } | null>;

/** Opens a file by its link. An operator's look is recorded first: without the record nothing is shown (R-KYC-03). */
export function createShowFile(deps: {
  readonly links: FileLinks;
  readonly uploads: Uploads;
  readonly audit: AuditLog;
}): ShowFile {
  return async (token, companyId) => {
    const link = deps.links.read(token);
    if (link === null || (companyId !== null && link.companyId !== companyId)) return null;
    const found = await deps.uploads.read(link.companyId, link.uploadId);
    if (found === null) return null;
    if (link.operatorId !== null)
      await deps.audit.append(link.companyId, {
        operatorId: link.operatorId,
        action: 'document-shown',
        subject: `user ${found.upload.userId}, file ${link.uploadId}`,
        reason: 'by the link of the submission opened before',
      });
    return { name: `${link.uploadId.slice(0, 8)}.jpg`, bytes: found.bytes };
  };
}
