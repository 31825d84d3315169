import sharp from 'sharp';
import type { Answer, TestServer } from './test-server.ts';

export interface SentFile {
  readonly bytes: Uint8Array;
  /** File name claimed by the sender; the server must trust neither it nor `type`. */
  readonly name?: string;
  readonly type?: string;
}

type Headers = Record<string, string>;

/** Makes a plain picture, a different one for each number. */
export function picture(number = 1): Promise<Buffer> {
  const background = { r: number % 256, g: 80, b: 160 };
  return sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Sends files as a multipart form. */
export async function sendFiles(server: TestServer, who: Headers, files: readonly SentFile[]): Promise<Answer> {
  const boundary = 'candor-test-boundary';
  const parts = files.flatMap(({ bytes, name = 'picture.jpg', type = 'image/jpeg' }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ]);
  const body = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part as Uint8Array)));
  const headers = { ...headersOf(who), 'content-type': `multipart/form-data; boundary=${boundary}` };
  return sendBody(server, headers, body);
}

export async function sendBody(server: TestServer, headers: Headers, body: Buffer): Promise<Answer> {
  const url = '/api/common/image_upload';
  const reply = await server.server.app.inject({ method: 'POST', url, headers, payload: body });
  return { status: reply.statusCode, text: reply.body, ...(JSON.parse(reply.body) as Omit<Answer, 'status' | 'text'>) };
}

/** Uploads one picture; resolves to its id and link. */
export async function sendPicture(server: TestServer, who: object, number = 1): Promise<{ id: string; url: string }> {
  const answer = await sendFiles(server, headersOf(who), [{ bytes: await picture(number) }]);
  return answer.data as { id: string; url: string };
}

export function headersOf(who: object): Headers {
  const { authorization = '', host = 'localhost' } = who as { authorization?: string; host?: string };
  return { authorization, host };
}
