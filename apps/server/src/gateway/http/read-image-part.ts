import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ImageType } from '../../ports/documents.ts';
import { imageHeadBytes, imageTypeOf } from '../../services/documents/uploads.ts';
import { invalidField, RefusalError } from './envelope.ts';

const imageMaxBytes = 5 * 1024 * 1024;
/** Most bytes drained from the rest of the body, so that the client receives the refusal. */
const bodyMaxBytes = 2 * imageMaxBytes;

export const multipartLimits = {
  fileSize: imageMaxBytes,
  files: 1,
  fields: 8,
  parts: 9,
  fieldNameSize: 100,
  fieldSize: 1_000,
  headerPairs: 20,
};

/**
 * Returns the one picture of a multipart body (R-UPL-01); its type is read from its content. Reads the body to its end
 * and holds at most the size of one picture. Throws imageMissing, imageTooLarge, imageTypeUnsupported, or code 1001 for
 * another form.
 */
export async function readImagePart(request: FastifyRequest): Promise<{ file: Uint8Array; type: ImageType }> {
  if (!request.isMultipart()) throw new RefusalError('imageMissing');
  if (Number(request.headers['content-length'] ?? 0) > bodyMaxBytes) throw new RefusalError('imageTooLarge');
  let image: { file: Uint8Array; type: ImageType } | null = null;
  let refusal: RefusalError | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      try {
        image = await readFile(part);
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        refusal = error;
      }
    }
  } catch (error) {
    throw toRefusal(error as Error & { code?: string });
  }
  if (refusal !== null) throw refusal;
  if (image === null) throw new RefusalError('imageMissing');
  return image;
}

async function readFile(part: MultipartFile): Promise<{ file: Uint8Array; type: ImageType }> {
  let chunks: Buffer[] = [];
  let length = 0;
  let type: ImageType | null = null;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    const isHead = length < imageHeadBytes;
    length += chunk.length;
    if (!isHead && type === null) continue;
    chunks.push(chunk);
    if (length >= imageHeadBytes) type ??= imageTypeOf(Buffer.concat(chunks.slice(0, imageHeadBytes)));
    if (length >= imageHeadBytes && type === null) chunks = [];
  }
  if (length === 0) throw new RefusalError('imageMissing');
  if (part.file.truncated) throw new RefusalError('imageTooLarge');
  if (type === null) throw new RefusalError('imageTypeUnsupported');
  return { file: Buffer.concat(chunks), type };
}

/** Several files, too many fields; or a body that is broken or ends too soon. */
function toRefusal(error: Error & { code?: string }): RefusalError {
  if (error instanceof RefusalError) return error;
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new RefusalError('imageTooLarge');
  return invalidField(error.code?.endsWith('_LIMIT') === true ? 'file' : 'body');
}
