import { PostgresStartError } from './errors.ts';
import {
  hasSocket,
  restoreSocketDir,
  rotateLog,
  type SpawnOptions,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { isAlive } from './process-liveness.ts';

const watchMs = 250;
const logCheckMs = 60_000;
const backoffFirstMs = 100;
const backoffMaxMs = 5_000;
const restartsMax = 10;
/** After this time a server's earlier failures are forgotten. */
const steadyMs = 60_000;

export interface SupervisorLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Keeps one server running for a data folder. Watches a pid, for child processes as well as adopted servers. */
export class Supervisor {
  adopted = false;
  pid = 0;
  #isStopping = false;
  #restarts = 0;
  #startedAt = 0;
  #recovering: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];
  readonly #spawning: SpawnOptions;
  readonly #log: SupervisorLog;
  readonly #onLost: (error: Error) => void;

  constructor(spawning: SpawnOptions, log: SupervisorLog, onLost: (error: Error) => void = () => undefined) {
    this.#spawning = spawning;
    this.#log = log;
    this.#onLost = onLost;
  }

  get socketDir(): string {
    return this.#spawning.socketDir;
  }

  adopt(pid: number): this {
    this.adopted = true;
    this.pid = pid;
    this.#watch();
    return this;
  }

  async spawn(): Promise<void> {
    await this.#launch();
    this.#watch();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#recovering;
    if (this.pid > 0 && isAlive(this.pid)) await stopPostmaster(this.pid);
  }

  async #launch(): Promise<void> {
    restoreSocketDir(this.socketDir, this.#spawning.identity);
    const child = await spawnPostmaster(this.#spawning);
    child.unref();
    this.pid = child.pid ?? 0;
    this.#startedAt = performance.now();
  }

  #watch(): void {
    this.#startedAt = performance.now();
    const alive = setInterval(() => {
      if (this.#isStopping || this.#recovering) return;
      const isRunning = isAlive(this.pid);
      if (isRunning && hasSocket(this.socketDir)) return;
      this.#recovering = (isRunning ? this.#replaceUnreachable() : this.#recover()).finally(() => {
        this.#recovering = undefined;
      });
    }, watchMs);
    const log = setInterval(() => rotateLog(this.#spawning.logFile), logCheckMs);
    this.#timers = [alive.unref(), log.unref()];
  }

  /** Restarts a running server that accepts no new connections, because its socket was deleted, e.g. by a cleaner of /tmp. */
  async #replaceUnreachable(): Promise<void> {
    this.#log.error(`The socket of PostgreSQL in ${this.socketDir} was deleted; restarting PostgreSQL.`);
    await stopPostmaster(this.pid);
    await this.#recover();
  }

  /** Old backends may use the data for a moment after their server was killed, so the first attempts may fail. */
  async #recover(): Promise<void> {
    this.#log.error(`PostgreSQL (pid ${this.pid}) has ended; starting it again.`);
    if (performance.now() - this.#startedAt > steadyMs) this.#restarts = 0;
    let last: unknown;
    while (!this.#isStopping && this.#restarts < restartsMax) {
      await pause(Math.min(backoffFirstMs * 2 ** this.#restarts, backoffMaxMs));
      this.#restarts += 1;
      if (this.#isStopping) return;
      try {
        await this.#launch();
        this.#log.info(`PostgreSQL runs again (pid ${this.pid}).`);
        return;
      } catch (error) {
        last = error;
        this.#log.warn(`PostgreSQL did not start: ${String(error)}`);
      }
    }
    if (this.#isStopping) return;
    for (const timer of this.#timers) clearInterval(timer);
    const lost = new PostgresStartError(`PostgreSQL could not be restarted in ${restartsMax} attempts.`, {
      cause: last,
    });
    this.#log.error(lost.message);
    this.#onLost(lost);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
