import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from './until.ts';

const source = join(import.meta.dirname, 'fix-venue', 'venue.cpp');
const dictionary = join(import.meta.dirname, 'fix-venue', 'dictionary.xml');

/** Returns why the venue on QuickFIX cannot be built on this machine; null if it can. */
export function missingQuickFix(): string | null {
  if (!['/usr/include/quickfix/Session.h', '/usr/local/include/quickfix/Session.h'].some((file) => existsSync(file)))
    return 'the package libquickfix-dev is not installed';
  return spawnSync('g++', ['--version']).error === undefined ? null : 'there is no C++ compiler (g++)';
}

/** Builds the venue in a folder; returns its program. Throws with what the compiler said. */
export async function buildQuickFixVenue(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'venue');
  const args = ['-std=c++14', '-O1', '-Wno-deprecated', source, '-o', program, '-lquickfix', '-lpthread'];
  const compiler = spawn('g++', args);
  let said = '';
  compiler.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const code = await new Promise((resolve) => compiler.on('close', resolve));
  if (code !== 0) throw new Error(`g++ could not build the venue: ${said}`);
  return program;
}

/** A FIX venue on QuickFIX in a process of its own. */
export class QuickFixVenue {
  readonly port: number;
  /** Events so far, e.g. `logon` or `request 1`. */
  readonly events: string[] = [];
  readonly process: ChildProcessWithoutNullStreams;

  private constructor(program: string, port: number, storeFolder: string) {
    this.port = port;
    this.process = spawn(program, [String(port), dictionary, storeFolder]);
    createInterface({ input: this.process.stdout }).on('line', (line) => this.events.push(line));
    this.process.stderr.on('data', (text: Buffer) => this.events.push(`error ${text.toString()}`));
  }

  /** Its numbers are in `storeFolder`, and survive its end. */
  static async start(program: string, storeFolder: string, port?: number): Promise<QuickFixVenue> {
    const venue = new QuickFixVenue(program, port ?? (await freePort()), storeFolder);
    await until('the venue listens', () => venue.events.includes('listening'));
    return venue;
  }

  command(line: string): void {
    this.process.stdin.write(`${line}\n`);
  }

  count(event: string): number {
    return this.events.filter((one) => one === event).length;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('close', resolve));
    this.process.kill('SIGCONT');
    this.process.kill('SIGKILL');
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
