import { testRateCounts } from '../../../../../testkit/rate-counts-contract.ts';
import { memoryRateCounts } from './memory-rate-counts.ts';

testRateCounts(async () => {
  const clock = { now: 5_000, nowMs: () => clock.now, monotonicMs: () => clock.now };
  return {
    open: memoryRateCounts(clock, 100),
    async pass(milliseconds) {
      clock.now += milliseconds;
    },
    sweep: async () => undefined,
  };
});
