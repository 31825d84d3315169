import type { ImageType } from '../../ports/documents.ts';
import { decodeImage } from './decode-image.ts';

/** Process started by `ImageProcess`: reports readiness, then answers each file with a picture or a refusal. */
process.on('message', (job: { id: number; file: Uint8Array; type: ImageType }) => {
  void decodeImage(job.file, job.type).then((result) => process.send?.({ id: job.id, result }));
});
// Ends when its parent is gone.
process.on('disconnect', () => process.exit(0));
process.send?.({ isReady: true });
