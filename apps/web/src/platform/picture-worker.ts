import { fitWithin } from './picture-size.ts';

const jpegQuality = 0.85;

/** Decodes, rotates and re-encodes a picture, which removes its metadata, such as the location. */
async function shrink(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = fitWithin(picture);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser draws no pictures beside its pages.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
}

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrink(data).then(
    (blob) => self.postMessage(blob, { transfer: [] }),
    // Cannot be decoded here, such as HEIC outside Apple's browsers: the page sends the file as it is.
    () => self.postMessage(null, { transfer: [] }),
  );
});
