import type { FastifyBaseLogger } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];

/**
 * Log of one request, made with its first line: most requests write none, and a child of the logger costs more than
 * routing (it redacts its bindings).
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #logger: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: Options;
  #own: FastifyBaseLogger | null = null;

  constructor(logger: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#logger = logger;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level(): string {
    return this.#logger.level;
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#log.child(bindings, options);
  }

  fatal(...line: readonly unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: readonly unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: readonly unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: readonly unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: readonly unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: readonly unknown[]): void {
    this.#write('trace', line);
  }

  silent(...line: readonly unknown[]): void {
    this.#write('silent', line);
  }

  get #log(): FastifyBaseLogger {
    this.#own ??= this.#logger.child(this.#bindings, this.#options);
    return this.#own;
  }

  #write(level: Exclude<keyof FastifyBaseLogger, 'child' | 'level'>, line: readonly unknown[]): void {
    Reflect.apply(this.#log[level], this.#log, line);
  }
}
