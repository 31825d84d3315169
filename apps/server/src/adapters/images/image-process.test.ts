import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { heicFile, pngOfSize } from '../../../../../testkit/image-files.ts';
import { ImageProcess } from './image-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'candor-images-'));
const reader = new ImageProcess();
afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#2080c0' } });

describe('R-UPL-03 a picture is decoded and re-encoded', () => {
  test('from JPEG, PNG, WebP and HEIC', async () => {
    const files = [
      ['jpeg', await picture.clone().jpeg().toBuffer()],
      ['png', await picture.clone().png().toBuffer()],
      ['webp', await picture.clone().webp().toBuffer()],
      ['heic', heicFile],
    ] as const;
    for (const [type, file] of files) {
      const read = await reader.read(file, type);
      expect([type, read.kind]).toEqual([type, 'image']);
      if (read.kind === 'image') expect((await sharp(read.bytes).metadata()).format).toBe('jpeg');
    }
  });

  test('without location and camera data, and upright', async () => {
    const file = await picture
      .clone()
      .withExif({ IFD0: { ImageDescription: 'at-home' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(file.includes('Exif') && file.includes('at-home')).toBe(true);
    const read = await reader.read(file, 'jpeg');
    if (read.kind !== 'image') throw new Error(read.reason);
    const bytes = Buffer.from(read.bytes);
    for (const mark of ['Exif', 'at-home', 'GPS', 'http']) expect(bytes.includes(mark)).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect([read.width, read.height]).toEqual([40, 60]);
  });

  test('without data hidden after its end', async () => {
    const page = '<html><script>alert(1)</script></html>';
    const read = await reader.read(Buffer.concat([await picture.clone().jpeg().toBuffer(), Buffer.from(page)]), 'jpeg');
    expect(read.kind).toBe('image');
    if (read.kind === 'image') expect(Buffer.from(read.bytes).includes('script')).toBe(false);
  });

  test('with no side longer than 2,400 pixels', async () => {
    const wide = await sharp({ create: { width: 5_000, height: 100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await reader.read(wide, 'png')).toMatchObject({ width: 2_400, height: 48 });
  });
});

describe('R-UPL-04 an unreadable file is refused and affects no other', () => {
  test('more than 25 megapixels, before decoding', async () => {
    const refused = { kind: 'refused', reason: 'too-many-pixels' };
    expect(await reader.read(pngOfSize(50_000, 50_000), 'png')).toEqual(refused);
    expect(await reader.read(pngOfSize(5_001, 5_000), 'png')).toEqual(refused);
  });

  test('truncated, of another type than declared, or not a picture', async () => {
    const refused = { kind: 'refused', reason: 'unreadable' };
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await reader.read(whole.subarray(0, whole.length / 2), 'jpeg')).toEqual(refused);
    expect(await reader.read(heicFile.subarray(0, heicFile.length / 2), 'heic')).toEqual(refused);
    expect(await reader.read(pngOfSize(4_000, 4_000), 'png')).toEqual(refused);
    expect(await reader.read(whole, 'png')).toEqual(refused);
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    for (const type of ['jpeg', 'png', 'webp', 'heic'] as const) {
      expect(await reader.read(Buffer.from(drawing), type)).toEqual(refused);
      expect(await reader.read(randomBytes(5_000), type)).toEqual(refused);
    }
  });

  test('a file that hangs the decoder ends its process, and the next file is read', async () => {
    const worker = workerOf('hang', `if (job.file[0] === 0) for (;;);`);
    const hanging = new ImageProcess({ workerPath: worker, timeMaxMs: 1_500 });
    const [bad, good] = await Promise.all([
      hanging.read(Buffer.from([0]), 'jpeg'),
      hanging.read(Buffer.from([1]), 'jpeg'),
    ]);
    expect(bad).toEqual({ kind: 'refused', reason: 'unreadable' });
    expect(good.kind).toBe('image');
    await hanging.close();
  });

  test("a slow start does not count against a picture's time", async () => {
    const worker = workerOf('waking', '', `for (const until = Date.now() + 1_500; Date.now() < until; );`);
    const waking = new ImageProcess({ workerPath: worker, timeMaxMs: 1_000 });
    expect((await waking.read(Buffer.from([1]), 'jpeg')).kind).toBe('image');
    await waking.close();
  });

  test.each([
    ['does not get ready', 'for (;;);'],
    ['ends before it is ready', 'process.exit(1);'],
  ])('a decoder that %s refuses the picture as busy, not as bad', async (how, start) => {
    const worker = workerOf(how.replaceAll(' ', '-'), '', start);
    const asleep = new ImageProcess({ workerPath: worker, startMaxMs: 1_000 });
    expect(await asleep.read(Buffer.from([1]), 'jpeg')).toEqual({ kind: 'refused', reason: 'busy' });
    await asleep.close();
  });

  test.runIf(process.platform === 'linux')('one that swallows memory ends the decoder', async () => {
    const worker = workerOf('swallow', `const held = []; for (;;) held.push(Buffer.alloc(1 << 20, 1));`);
    const swallowing = new ImageProcess({ workerPath: worker, timeMaxMs: 20_000, memoryMaxBytes: 200 << 20 });
    const startedMs = performance.now();
    expect(await swallowing.read(Buffer.from([0]), 'jpeg')).toEqual({ kind: 'refused', reason: 'unreadable' });
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    await swallowing.close();
  });

  test("calls beyond the queue's limit are answered busy", async () => {
    const worker = workerOf('slow', '');
    const slow = new ImageProcess({ workerPath: worker, queueMax: 2 });
    const kinds = await Promise.all(Array.from({ length: 5 }, () => slow.read(Buffer.from([1]), 'jpeg')));
    expect(kinds.map((read) => (read.kind === 'refused' ? read.reason : read.kind))).toEqual([
      ...['image', 'image', 'image'],
      ...['busy', 'busy'],
    ]);
    await slow.close();
  });
});

/** A worker that runs code at its start and for each file, and then answers with a picture of one byte. */
function workerOf(name: string, first: string, start = ''): string {
  const path = join(folder, `${name}.mjs`);
  const answer = `{ id: job.id, result: { kind: 'image', bytes: job.file, width: 1, height: 1 } }`;
  const program = [start, `process.on('message', (job) => { ${first}\n process.send(${answer}); });`];
  writeFileSync(path, [...program, 'process.send({ isReady: true });'].join('\n'));
  return path;
}
