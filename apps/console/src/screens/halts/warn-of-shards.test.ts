import { text } from '@candor/texts/console';
import { beforeEach, expect, test, vi } from 'vitest';
import { notify } from '../../parts/Notifications.tsx';
import { warnOfShards } from './warn-of-shards.ts';

vi.mock('../../parts/Notifications.tsx', () => ({ notify: vi.fn() }));

beforeEach(() => void vi.mocked(notify).mockClear());

const halt = {
  id: 1,
  scope: 'all',
  instrument_id: null,
  symbol: '',
  reason: 'test',
  by: 'a@b.c',
  since: 0,
  ended_at: null,
  ended_by: '',
} as const;

test('R-RUN-77 the console names the shards that a halt did not reach, and is silent if it reached all', () => {
  warnOfShards({ ...halt, shards_behind: [] });
  expect(notify).not.toHaveBeenCalled();
  warnOfShards({ ...halt, shards_behind: [1, 3] });
  expect(notify).toHaveBeenCalledExactlyOnceWith(text.halts.shardsBehind([1, 3]), 'warning');
  expect(text.halts.shardsBehind([1, 3])).toContain('shards 1, 3 cannot be reached');
});
