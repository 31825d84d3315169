export type ImageType = 'jpeg' | 'png' | 'webp' | 'heic';

/** `digest`: SHA-256 of `bytes` as hex, equal for two files that show the same pixels. */
export type ReadImage =
  | {
      readonly kind: 'image';
      readonly bytes: Uint8Array;
      readonly width: number;
      readonly height: number;
      readonly digest: string;
    }
  | { readonly kind: 'refused'; readonly reason: 'unreadable' | 'too-many-pixels' | 'busy' };

/** Makes a picture of one's own out of a stranger's file: decoded, turned upright and written anew as JPEG. */
export interface ImageReader {
  /**
   * What the result holds is pixels alone: no EXIF, no position, no second file hidden in the first (R-UPL-03).
   * Refuses what is not a whole picture of `type`, more than 25 megapixels, and anything that takes too much time or
   * memory; `busy` when too many wait already.
   */
  read(file: Uint8Array, type: ImageType): Promise<ReadImage>;
  close(): Promise<void>;
}
