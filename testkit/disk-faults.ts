import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Slows down or fails the flushes of a running program, and steps its wall clock. */
export interface DiskFaults {
  /** Environment for the start of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the faults until the next call; `error` is an errno, 0 for none, `clockStepMs` is added to the wall clock. */
  set(faults: { readonly delayMs?: number; readonly error?: number; readonly clockStepMs?: number }): void;
}

const faultsBytes = 16;

/** Prepares disk faults in a folder, which must outlive the program; returns the reason if this machine cannot. */
export function prepareDiskFaults(folder: string): DiskFaults | string {
  if (process.platform !== 'linux') return 'flushes can be touched on Linux only';
  const shim = join(folder, 'disk-faults.so');
  const source = fileURLToPath(new URL('disk-faults.c', import.meta.url));
  const made = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', shim, source, '-ldl'], { encoding: 'utf8' });
  if (made.error !== undefined) return 'there is no C compiler (cc)';
  if (made.status !== 0) return `cc could not compile the shim: ${made.stderr.trim()}`;
  const file = join(folder, 'disk-faults');
  writeFileSync(file, Buffer.alloc(faultsBytes), { mode: 0o644 });
  return {
    env: { LD_PRELOAD: shim, DISK_FAULTS_FILE: file },
    set({ delayMs = 0, error = 0, clockStepMs = 0 }) {
      const bytes = Buffer.alloc(faultsBytes);
      bytes.writeUInt32LE(Math.round(delayMs * 1_000));
      bytes.writeInt32LE(error, 4);
      bytes.writeBigInt64LE(BigInt(clockStepMs), 8);
      const handle = openSync(file, 'r+');
      writeSync(handle, bytes, 0, bytes.length, 0);
      closeSync(handle);
    },
  };
}
