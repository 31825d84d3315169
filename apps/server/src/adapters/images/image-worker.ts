import type { ImageType } from '../../ports/documents.ts';
import { decodeImage } from './decode-image.ts';

/** The program of the process that `ImageProcess` starts: one file in, one picture or refusal out, once it has said that it is ready. */
process.on('message', (job: { id: number; file: Uint8Array; type: ImageType }) => {
  void decodeImage(job.file, job.type).then((result) => process.send?.({ id: job.id, result }));
});
// Without its parent it has nobody to work for.
process.on('disconnect', () => process.exit(0));
process.send?.({ isReady: true });
