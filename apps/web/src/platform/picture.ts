const shrinkMaxMs = 15_000;

/**
 * Returns the picture as it is sent: upright, longest side at most 2000 pixels, JPEG; computed in a worker. Null if
 * this browser cannot decode the file, or not in time.
 */
export function shrinkPicture(file: Blob): Promise<Blob | null> {
  return new Promise((resolve) => {
    let worker: Worker;
    const end = (result: Blob | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(result);
    };
    const timer = setTimeout(() => end(null), shrinkMaxMs);
    worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => end(data));
    worker.addEventListener('error', () => end(null));
    worker.postMessage(file, { transfer: [] });
  });
}
