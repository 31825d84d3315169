import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';
import { connectLine, natsAway, serveLine } from './open-lines.ts';

let parent: string;
let stops: (() => Promise<unknown>)[];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'candor-lines-'));
  stops = [];
});
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
  rmSync(parent, { recursive: true });
});

function startIn(folder: string) {
  const url = 'postgresql://candor@localhost/candor';
  const folders = { KEYS_DIR: 'keys', ARCHIVE: 'off', LINES_DIR: folder };
  const config = parseConfig({ ROLE: 'core', DATABASE_URL: url, ...folders }, '/');
  const databases = { installation: 'test' };
  return { config, log: pino({ level: 'silent' }), stops, databases } as unknown as Parameters<typeof connectLine>[0];
}

test('R-RUN-61 a missing folder of lines is made for its user alone', async () => {
  const folder = join(parent, 'made', 'lines');
  connectLine(startIn(folder), 'market');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.each([0o777, 0o1777, 0o770, 0o720, 0o702])(
  'R-RUN-61 a folder of mode %o, which others may write to, is refused by both ends',
  async (mode) => {
    const folder = join(parent, 'lines');
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(() => connectLine(startIn(folder), 'core-0')).toThrow(ConfigError);
    await expect(serveLine(startIn(folder), 'core-0', 1)).rejects.toThrow(
      /LINES_DIR, .*lines, belongs to another user/,
    );
    chmodSync(folder, 0o750);
    await serveLine(startIn(folder), 'core-0', 1);
  },
);

test.runIf(process.getuid?.() === 0)('R-RUN-61 a folder of another user is refused', () => {
  const folder = join(parent, 'lines');
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 12_345, 12_345);
  expect(() => connectLine(startIn(folder), 'core-0')).toThrow(ConfigError);
});

test('R-RUN-04 NATS is away for a process that reaches it by none of its lines', () => {
  const [away, near] = [{ isBrokerAway: true }, { isBrokerAway: false }];
  const states = [{ market: away, 'core-0': away }, { market: away, 'core-0': near }, { market: near }];
  expect(states.map((lines) => natsAway(lines)())).toEqual([true, false, false]);
});
