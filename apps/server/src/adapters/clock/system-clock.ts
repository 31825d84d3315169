import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { MachineTime, WatchedClock } from '../../ports/clock.ts';
import { ProductClock } from './product-clock.ts';

const machineTime: MachineTime = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  // Linux, macOS and Windows count suspended time in it, and no step of the wall clock.
  uptimeMs: () => uptime() * 1_000,
};

export const systemClock: WatchedClock = new ProductClock(machineTime);
