import { readFileSync, readlinkSync } from 'node:fs';
import type { ProcessMark } from '../../ports/journal.ts';
import { isAlive, startMark } from './embedded/process-liveness.ts';

/**
 * Marks of this process. A host is a running kernel and a space of pids: in two containers on one machine the same pid
 * means two processes. Null where the system tells neither.
 */
export function ownProcessMark(): ProcessMark | null {
  const host = hostMark();
  const started = startMark(process.pid);
  return host === null || started === undefined ? null : { host, pid: process.pid, started };
}

/** True only where it is certain that the process has ended: it ran here, and no longer does. */
export function hasCertainlyEnded(mark: ProcessMark | null): boolean {
  if (mark === null || mark.host !== hostMark()) return false;
  return !isAlive(mark.pid) || startMark(mark.pid) !== mark.started;
}

function hostMark(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}
