import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { WorkerPool } from '../threads/worker-pool.ts';
import { captchaAlphabet } from './glyphs.ts';
import { captchaHeight, captchaUrl, captchaWidth, paintCaptcha, plainStyle } from './paint-captcha.ts';
import { createThreadCaptcha } from './thread-captcha.ts';

test('R-SES-18 a captcha is a new picture each time and does not contain its text', () => {
  const url = captchaUrl('AC2KX');
  expect(url).toMatch(/^data:image\/png;base64,/);
  expect(url.length).toBeLessThan(40_000);
  expect(captchaUrl('AC2KX')).not.toBe(url);
  const png = Buffer.from(url.slice(22), 'base64');
  expect(png.includes('AC2KX')).toBe(false);
  const at = png.indexOf('IDAT');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([captchaWidth, captchaHeight]);
  expect(inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))).toHaveLength(
    (captchaWidth + 1) * captchaHeight,
  );
});

test('every letter of the alphabet is drawn completely inside the picture', () => {
  for (const letter of captchaAlphabet) {
    const { points, boxes } = paintCaptcha(letter.repeat(5), { ...plainStyle, grain: 0 });
    expect(points.filter((grey) => grey < 128).length).toBeGreaterThan(600);
    for (const { left, right, top, bottom } of boxes) {
      expect(Math.min(left, top, captchaWidth - right, captchaHeight - bottom)).toBeGreaterThan(0);
    }
  }
});

// The thread has a low priority, and loads the sources: beside other work that takes as long as it must.
const lowPriority = { timeout: 180_000 };

test("R-SEC-33 a worker paints captchas, queued by the caller's network", lowPriority, async () => {
  const asked: unknown[][] = [];
  const painter = createThreadCaptcha({
    run: async <Result>(...call: unknown[]) => {
      asked.push(call);
      return '' as Result;
    },
    close: async () => undefined,
  });
  await painter.paint('AC2KX', '10.0.0.1');
  expect(asked).toEqual([['captcha', 'AC2KX', { caller: '10.0.0.1' }]]);
  const pool = new WorkerPool({
    workerPath: fileURLToPath(new URL('../../main-worker.ts', import.meta.url)),
    threads: 1,
    idleMs: 1_000,
    timeMaxMs: 180_000,
    heapMaxMb: 96,
    runningMax: [1, 1],
    waitingPerCaller: 5,
    waitingMax: 10,
    isEndedByCaller: false,
  });
  expect(await createThreadCaptcha(pool).paint('AC2KX', '10.0.0.1')).toMatch(/^data:image\/png;base64,/);
  await pool.close();
});
