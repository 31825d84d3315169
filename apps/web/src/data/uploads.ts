import { codes } from '@candor/contracts/codes';
import type { Envelope } from '@candor/contracts/envelope';
import { pathOf } from '@candor/contracts/http/paths';
import type { UploadedImage } from '@candor/contracts/http/verification';
import { CallError } from './client.ts';

export interface UploadDeps {
  readonly origin: string;
  readonly language: () => string;
  readonly token: () => string | null;
  readonly onSessionExpired: () => void;
  readonly request?: () => XMLHttpRequest;
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Share of the bytes sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

const timeoutMs = 90_000;

/** Creates the upload of one picture (R-CON-09). It uses XMLHttpRequest because `fetch` reports no progress. */
export function createUpload(deps: UploadDeps) {
  return (file: Blob, name: string, { signal, onProgress }: UploadOptions): Promise<UploadedImage> =>
    new Promise((resolve, reject) => {
      const request = deps.request?.() ?? new XMLHttpRequest();
      const fail = (code: string) => reject(new CallError(code, code, false));
      request.open('POST', `${deps.origin}${pathOf('uploadPicture')}`);
      request.timeout = timeoutMs;
      request.setRequestHeader('lang', deps.language());
      const token = deps.token();
      if (token !== null) request.setRequestHeader('authorization', token);
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
      request.addEventListener('load', () => {
        try {
          resolve(unwrap(request, deps.onSessionExpired));
        } catch (error) {
          reject(error);
        }
      });
      request.addEventListener('error', () => fail('ERR_NETWORK'));
      request.addEventListener('timeout', () => fail('ERR_TIMEOUT'));
      request.addEventListener('abort', () => fail('ERR_CANCELED'));
      signal.addEventListener('abort', () => request.abort());
      const form = new FormData();
      form.append('file', file, name);
      request.send(form);
    });
}

function unwrap(request: XMLHttpRequest, onSessionExpired: () => void): UploadedImage {
  const body = readEnvelope(request.responseText);
  if (body === null) throw new CallError(request.status, `HTTP ${request.status}`, false);
  if (body.code === codes.ok) return body.data;
  if (body.code === codes.sessionExpired) onSessionExpired();
  throw new CallError(body.code, body.msg, true, body.data);
}

function readEnvelope(text: string): Envelope<UploadedImage> | null {
  try {
    const body = JSON.parse(text) as Partial<Envelope<UploadedImage>> | null;
    return typeof body?.code === 'number' ? (body as Envelope<UploadedImage>) : null;
  } catch {
    return null;
  }
}
