import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { MachineTime, WatchedClock } from '../../ports/clock.ts';
import { ProductClock } from './product-clock.ts';

/** Linux has an id for each boot; on other systems uptimes of two processes are not compared. */
const bootId = readBootId();

function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

const machineTime: MachineTime = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  // Linux, macOS and Windows include suspended time, and no steps of the wall clock.
  uptimeMs: () => uptime() * 1_000,
  bootId: () => bootId,
};

export const systemClock: WatchedClock = new ProductClock(machineTime);
