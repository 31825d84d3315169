import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { guard } from './guard.ts';
import { repositoryRoot } from './product.ts';

const outputMax = 200_000;

export interface MemberSettings {
  /** Name among the members, e.g. `gateway-1`. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Text that the process prints once it serves. */
  readonly awaits: string;
  readonly readyWithinMs: number;
  /** Folder to start in; the repository's if omitted. */
  readonly cwd?: string;
  /** User that runs the process; that of this one if omitted. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** One process of a cluster: it can be started again, killed, paused and stopped. It ends with this process at the latest. */
export class Member {
  readonly settings: MemberSettings;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(settings: MemberSettings) {
    this.settings = settings;
  }

  get name(): string {
    return this.settings.name;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Calls a listener when the present run ends, with the reason, such as `SIGKILL` or `code 1`. */
  onEnd(listener: (reason: string) => void): void {
    this.#child?.once('exit', (code, signal) => listener(signal ?? `code ${code}`));
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Output of the present run, at most its last 200,000 characters. */
  get output(): string {
    return this.#output;
  }

  /** Starts the process; resolves at once. */
  launch(): void {
    const { program, args, env, cwd = repositoryRoot, user } = this.settings;
    this.#output = '';
    const child = spawn(program, args, {
      cwd,
      ...user,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.once('exit', guard(child.pid ?? 0, null));
    const note = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-outputMax);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    this.#child = child;
  }

  /** Starts the process and waits until it prints `awaits`; rejects with its output if it ends first or takes too long. */
  async start(awaits = this.settings.awaits): Promise<void> {
    this.launch();
    await this.printed(awaits);
  }

  /** Resolves once the present run has printed a text. */
  printed(awaited: string): Promise<void> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const settle = (problem: string | null) => {
        clearTimeout(limit);
        for (const stream of [child?.stdout, child?.stderr]) stream?.off('data', look);
        child?.off('exit', ended);
        if (problem === null) resolve();
        else reject(new Error(`${this.name} ${problem}:\n${this.#output}`));
      };
      const look = () => this.#output.includes(awaited) && settle(null);
      const ended = () => settle('ended');
      const limit = setTimeout(() => settle('was not ready in time'), this.settings.readyWithinMs);
      for (const stream of [child?.stdout, child?.stderr]) stream?.on('data', look);
      child?.once('exit', ended);
      if (!this.isRunning) ended();
      else look();
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Ends the process at once, without any of its own code. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops the process as Ctrl-C does. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  }
}
