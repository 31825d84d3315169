import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { heicFile, pngOfSize } from '../../../../../../testkit/image-files.ts';
import { headersOf, picture, sendBody, sendFiles, sendPicture } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

type User = Awaited<ReturnType<TestServer['realUser']>>;

let server: TestServer;
let user: User;

beforeEach(async () => {
  server = await TestServer.start();
  user = await server.realUser();
});
afterEach(() => server.stop());

const send = async (bytes: Uint8Array, who: object = user) =>
  (await sendFiles(server, headersOf(who), [{ bytes }])).code;
const show = (url: string) => server.server.app.inject({ method: 'GET', url });
const storedFiles = () =>
  readdirSync(server.filesFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('R-UPL-01 R-WIRE-16 an upload is one picture of a real user', () => {
  test('JPEG, PNG, WebP and HEIC are accepted, whatever the file name says', async () => {
    const one = sharp(await picture());
    const files = [await picture(), await one.png().toBuffer(), await one.webp().toBuffer(), heicFile];
    for (const bytes of files) {
      const answer = await sendFiles(server, headersOf(user), [{ bytes, name: '../../evil.html', type: 'text/html' }]);
      expect(answer).toMatchObject({ code: codes.ok, data: { id: expect.stringMatching(/^[0-9a-f]{32}$/) } });
      const shown = await show(answer.data.url as string);
      expect([shown.statusCode, (await sharp(shown.rawPayload).metadata()).format]).toEqual([200, 'jpeg']);
    }
  });

  test('other formats are refused by name', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)]);
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const bytes of [page, zip, drawing, Buffer.from('GIF89a..........'), Buffer.from('tiny')])
      expect(await send(bytes)).toBe(codes.imageTypeUnsupported);
    expect(await send(pngOfSize(50_000, 50_000))).toBe(codes.imageTooManyPixels);
    expect(await send((await picture()).subarray(0, 300))).toBe(codes.imageUnreadable);
    expect(await send(Buffer.concat([Buffer.from('ffd8ff', 'hex'), page]))).toBe(codes.imageUnreadable);
    expect(storedFiles()).toEqual([]);
  });

  test('files above 5 MB are refused', async () => {
    const max = 5 * 1024 * 1024;
    const one = await picture();
    expect(await send(Buffer.concat([one, randomBytes(max - one.length)]))).toBe(codes.ok);
    expect(await send(Buffer.concat([one, randomBytes(max - one.length + 1)]))).toBe(codes.imageTooLarge);
    expect(await send(Buffer.concat([one, randomBytes(2 * max)]))).toBe(codes.imageTooLarge);
    expect(await send(randomBytes(max + 1))).toBe(codes.imageTooLarge);
  });

  test('R-CON-09 a complete form with exactly one file is required', async () => {
    const bytes = await picture();
    const headers = headersOf(user);
    expect((await sendFiles(server, headers, [{ bytes }, { bytes }])).data).toEqual({ field: 'file' });
    expect((await sendFiles(server, headers, [])).code).toBe(codes.imageMissing);
    expect(await send(Buffer.alloc(0))).toBe(codes.imageMissing);
    expect((await server.call('POST', '/api/common/image_upload', { file: 'x' }, headers)).code).toBe(
      codes.imageMissing,
    );
    const torn = { ...headers, 'content-type': 'multipart/form-data; boundary=xyz' };
    const start = Buffer.from('--xyz\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
    expect((await sendBody(server, torn, Buffer.concat([start, bytes]))).data).toEqual({ field: 'body' });
    expect((await sendBody(server, { ...headers, 'content-type': 'multipart/form-data' }, bytes)).code).toBe(1001);
    expect(storedFiles()).toEqual([]);
  });

  test('R-SES-14 a demo or a visitor cannot upload', async () => {
    expect(await send(await picture(), { authorization: await server.demo() })).toBe(codes.onlyRealAccount);
    expect(await send(await picture(), {})).toBe(codes.sessionExpired);
    expect(await send(await picture(), { ...user, host: otherHost })).toBe(codes.sessionExpired);
  });
});

test('R-UPL-02 tries per user and day are limited, refused ones included, and stored files survive a restart', async () => {
  for (let count = 0; count < 39; count += 1) await send(Buffer.from('no picture at all'));
  expect(await send(await picture())).toBe(codes.ok);
  expect(await send(await picture())).toBe(codes.uploadQuotaReached);
  expect(await send(await picture(), await server.realUser())).toBe(codes.ok);
  // Refused tries are counted in memory: for a day, too.
  server.advance(23 * 3_600_000);
  expect(await send(await picture())).toBe(codes.uploadQuotaReached);
  server.advance(3_600_000);
  expect(await send(await picture())).toBe(codes.ok);
  await server.restart();
  await server.open.pool.query(
    `insert into upload (company_id, id, user_id, address_key, created_at_ms)
     select 1, md5(n::text), $1, '\\x00', $2 from generate_series(1, 39) n`,
    [user.id, server.clock.nowMs()],
  );
  expect(await send(await picture())).toBe(codes.uploadQuotaReached);
});

describe('R-UPL-06 a file is shown by its link', () => {
  test('as an attachment that cannot run and is not cached', async () => {
    const { url } = await sendPicture(server, user);
    const { headers } = await show(url);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^attachment; filename="[0-9a-f]{8}\.jpg"$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  test('for 60 seconds, and not by a forged or changed link', async () => {
    const { id, url } = await sendPicture(server, user);
    const [body = '', mac = ''] = url.slice('/files/'.length).split('.');
    const changed = Buffer.from(Buffer.from(body, 'base64url').toString().replace(id, 'f'.repeat(32)));
    const last = mac.endsWith('A') ? 'E' : 'A';
    const forged = [
      `${changed.toString('base64url')}.${mac}`,
      `${body}.${mac.slice(0, -1)}${last}`,
      `${body}.`,
      body,
      id,
      `${body}.${mac}.${mac}`,
    ];
    for (const token of forged) {
      const { statusCode, headers } = await show(`/files/${token}`);
      expect([token, statusCode, headers['content-type']]).toEqual([token, 404, expect.stringContaining('json')]);
    }
    expect((await show(url)).statusCode).toBe(200);
    const at = JSON.parse(Buffer.from(body, 'base64url').toString())[3] as number;
    expect(at - Date.now()).toBeGreaterThan(50_000);
    expect(at - Date.now()).toBeLessThanOrEqual(60_000);
  });

  test('R-UPL-06 only at a host of its own company', async () => {
    const { url } = await sendPicture(server, user);
    const at = (host: string) => server.server.app.inject({ url, headers: { host } });
    const elsewhere = await at(otherHost);
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([404, codes.uploadNotFound]);
    expect((await at('localhost')).statusCode).toBe(200);
  });

  test('never after its bytes on disk were changed', async () => {
    const { id, url } = await sendPicture(server, user);
    const path = join(server.filesFolder, '1', id.slice(0, 2), id);
    const bytes = readFileSync(path);
    expect(bytes.includes(Buffer.from('ffd8ff', 'hex'))).toBe(false);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const shown = await show(url);
    expect([shown.statusCode, shown.json().code]).toEqual([500, codes.internal]);
  });
});
