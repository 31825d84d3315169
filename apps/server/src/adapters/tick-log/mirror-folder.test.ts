import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { MirrorFolder } from './mirror-folder.ts';

it('R-MKT-19 a wait for ticks to be stored goes on when the log begins again', async () => {
  const folder = scratchFolder('mirror-folder-');
  const log = await MirrorFolder.open({ folder, bytesMax: 1e9, isSynced: false, onError: () => undefined });
  await log.begin({ logId: 'log', offset: 100 });
  const stored = log.stored(120);
  await log.begin({ logId: 'log', offset: 50 });
  expect(log.nextOffset).toBe(50);
  await log.begin({ logId: 'log', offset: 120 });
  await stored;
  await log.close();
  rmSync(folder, { recursive: true });
});
