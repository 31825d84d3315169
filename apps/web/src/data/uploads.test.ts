import { codes } from '@candor/contracts/codes';
import { expect, test, vi } from 'vitest';
import type { CallError } from './client.ts';
import { createUpload } from './uploads.ts';

/** A request that the test ends. */
class HandRequest extends EventTarget {
  upload = new EventTarget();
  status = 200;
  responseText = '';
  timeout = 0;
  headers: Record<string, string> = {};
  address = '';
  sent: FormData | null = null;
  open(_: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: FormData): void {
    this.sent = body;
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  answer(text: string, status = 200): void {
    this.responseText = text;
    this.status = status;
    this.dispatchEvent(new Event('load'));
  }
}

function start(token: string | null = 'token') {
  const request = new HandRequest();
  const onSessionExpired = vi.fn();
  const upload = createUpload({
    origin: 'http://api.test',
    language: () => 'en',
    token: () => token,
    onSessionExpired,
    request: () => request as unknown as XMLHttpRequest,
  });
  const aborter = new AbortController();
  const shares: number[] = [];
  const result = upload(new Blob(['x']), 'front.jpg', {
    signal: aborter.signal,
    onProgress: (share) => shares.push(share),
  });
  return { request, result, aborter, shares, onSessionExpired };
}

const refusal = (code: number | string, answered: boolean) =>
  expect.objectContaining({ name: 'CallError', code, answered }) as CallError;

test('R-CON-09 one file is sent with the caller’s token, and the answer returns its id', async () => {
  const { request, result, shares } = start();
  expect(request.address).toBe('http://api.test/api/common/image_upload');
  expect(request.headers).toEqual({ lang: 'en', authorization: 'token' });
  expect([...(request.sent?.keys() ?? [])]).toEqual(['file']);
  request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4 }));
  request.answer(JSON.stringify({ code: codes.ok, msg: '', data: { id: 'a1', url: '/u/a1' } }));
  expect(await result).toEqual({ id: 'a1', url: '/u/a1' });
  expect(shares).toEqual([0.25]);
});

test('a refusal keeps the server’s code and message; a response without an envelope keeps its status', async () => {
  const large = start();
  large.request.answer(JSON.stringify({ code: codes.imageTooLarge, msg: 'too large', data: null }), 413);
  await expect(large.result).rejects.toEqual(refusal(codes.imageTooLarge, true));
  const proxy = start();
  proxy.request.answer('<html>Bad gateway</html>', 502);
  await expect(proxy.result).rejects.toEqual(refusal(502, false));
});

test('an expired session is reported; a lost connection and an aborted upload have named errors', async () => {
  const expired = start();
  expired.request.answer(JSON.stringify({ code: codes.sessionExpired, msg: 'expired', data: null }));
  await expect(expired.result).rejects.toEqual(refusal(codes.sessionExpired, true));
  expect(expired.onSessionExpired).toHaveBeenCalledOnce();
  const lost = start();
  lost.request.dispatchEvent(new Event('error'));
  await expect(lost.result).rejects.toEqual(refusal('ERR_NETWORK', false));
  const takenBack = start();
  takenBack.aborter.abort();
  await expect(takenBack.result).rejects.toEqual(refusal('ERR_CANCELED', false));
});
