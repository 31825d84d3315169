import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstrumentId } from '@candor/domain/values/ids';
import { toPrice } from '@candor/domain/values/price';
import { expect, test } from 'vitest';
import { FileTickLog } from './adapters/tick-log/file-tick-log.ts';
import { readTickFolder } from './adapters/tick-log/read-tick-folder.ts';
import { parseDryRun } from './open-hedge-dry-run.ts';

test('R-HDG-05 the command names its file and its day', () => {
  const args = ['--hedge-dry-run', '--rules', 'rules.json', '--day', '2026-11-26'];
  expect(parseDryRun(args)).toEqual({ file: 'rules.json', dayStartMs: Date.parse('2026-11-26T00:00:00Z') });
  expect(() => parseDryRun(['--day', '2026-11-26'])).toThrow('needs --rules <file>');
  for (const day of ['yesterday', '2026-02-30', '2026-11-26T00:00'])
    expect(() => parseDryRun(['--rules', 'a', '--day', day])).toThrow(`--day ${day} is not a day`);
});

test('R-HDG-05 logged quotes are read beside the program that writes them, and nothing is changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ticks-'));
  const log = await FileTickLog.open({
    ...{ folder, source: 'test', bytesMax: 1_048_576, isSynced: false },
    onError: () => undefined,
  });
  const quote = (seq: number) => ({
    ...{ instrumentId: 1 as InstrumentId, seq, bid: toPrice(100), ask: toPrice(101), timeMs: seq, source: 'test' },
  });
  for (const seq of [1, 2, 3]) log.append(quote(seq));
  await log.flush();
  // A segment whose header is being written.
  writeFileSync(join(folder, 'ticks-9999999999999999.log'), 'x');
  const found: number[] = [];
  for await (const piece of readTickFolder(folder)) found.push(...piece.map(({ quote: { seq } }) => seq));
  expect(found).toEqual([1, 2, 3]);
  for await (const _ of readTickFolder(join(folder, 'missing'))) expect.unreachable();
  await log.close();
  rmSync(folder, { recursive: true });
});
