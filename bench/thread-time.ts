import { readdirSync, readFileSync } from 'node:fs';

/** Kernel's unit of processor times: `USER_HZ`, 100 on every Linux that Node supports. */
const msPerTick = 10;

/** Processor time of a process so far, in milliseconds. */
export interface ProcessorTime {
  /** Main thread, which is the trading thread. */
  readonly mainMs: number;
  readonly allMs: number;
  /** Time of the children that ended, and of theirs. */
  readonly endedMs: number;
}

/** Reads the processor time of a process; null on systems without /proc. */
export function processorTime(pid: number): ProcessorTime | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((id) => ({ id, ms: timeIn(`/proc/${pid}/task/${id}/stat`) }));
    return {
      mainMs: threads.find(({ id }) => id === String(pid))?.ms ?? 0,
      allMs: timeIn(`/proc/${pid}/stat`),
      endedMs: timeIn(`/proc/${pid}/stat`, 13),
    };
  } catch {
    return null;
  }
}

/** Processor time of the main thread of a process in microseconds, as exact as the kernel counts it; Linux only. */
export function mainThreadUs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
}

/** Sum of user and system time, by default of the process or thread itself; the name before them is in brackets and may contain blanks. */
function timeIn(path: string, at = 11): number {
  const text = readFileSync(path, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[at]) + Number(fields[at + 1])) * msPerTick;
}

/** Processor time of all processes of a database: those that run and those that ended. */
export function databaseMs(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  const ofChildren = children.reduce((sum, pid) => sum + (processorTime(Number(pid))?.allMs ?? 0), 0);
  const own = processorTime(postmaster);
  return (own?.allMs ?? 0) + (own?.endedMs ?? 0) + ofChildren;
}
