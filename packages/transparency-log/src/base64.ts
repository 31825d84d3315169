import { LogError } from './log-error.ts';

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

/** Decodes base64 that `encodeBase64` could have made. Throws `bad-base64`. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || bytes.toString('base64') !== text) throw new LogError('bad-base64', 'Not base64.');
  return bytes;
}
