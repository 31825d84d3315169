import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectFrames } from './adapters/lines/frames-client.ts';
import { serveFrames } from './adapters/lines/frames-server.ts';
import { connectNats } from './adapters/lines/nats-client.ts';
import { serveNats } from './adapters/lines/nats-server.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { ConfigError } from './config.ts';
import type { Readiness } from './gateway/readiness.ts';
import type { Start } from './open-adapters.ts';
import { UnavailableError } from './ports/journal.ts';
import type { LineClient, LineServer } from './ports/lines.ts';

/** Line to the market role, or to the trading core of a shard. */
export type LineName = 'market' | `core-${number}`;

type LineStart = Pick<Start, 'stops'> & {
  readonly config: Pick<Start['config'], 'lines'>;
  readonly log: { warn(about: object, text: string): void };
  readonly databases: Pick<Databases, 'installation'>;
};

/** Opens a client of a line; it connects by itself as soon as the other role serves, and closes with the program. */
export function connectLine(start: LineStart, name: LineName): LineClient {
  const { config, log, stops } = start;
  const { installation } = start.databases;
  requireOwnFolder(config.lines);
  const onError = (error: Error) => log.warn({ line: name, reason: error.message }, 'a line cannot be opened yet');
  const client =
    config.lines.kind === 'nats'
      ? connectNats(natsOptions(start, name))
      : connectFrames({ addresses: () => [socketOf(config.lines, name)], installation, onError });
  stops.push(() => client.close());
  return client;
}

/** Serves a line; `rank` is the epoch of the leader. It closes with the program. */
export async function serveLine(start: LineStart, name: LineName, rank: number): Promise<LineServer> {
  const { config, stops } = start;
  requireOwnFolder(config.lines);
  const server =
    config.lines.kind === 'nats'
      ? serveNats({ ...natsOptions(start, name), rank })
      : await serveFrames({ address: socketOf(config.lines, name), installation: start.databases.installation, rank });
  stops.push(() => server.close());
  return server;
}

/** Adds a warning for each line whose only server is refused: it is another installation's, or an earlier leader (R-RUN-73). */
export function addLineWarnings(
  readiness: Readiness,
  lines: Partial<Record<LineName, Pick<LineClient, 'refusal'>>>,
): void {
  for (const [name, line] of Object.entries(lines))
    readiness.addWarning(`${name}-refused`, () => line?.refusal !== null);
}

/** Returns the function that is true while NATS cannot be reached by any of the lines: these reach nobody then. */
export function natsAway(lines: Readonly<Record<string, Pick<LineClient, 'isBrokerAway'>>>): () => boolean {
  return () => Object.values(lines).every(({ isBrokerAway }) => isBrokerAway);
}

/** Returns what a log says of an error: its reason if another process is away, else the error with its stack. */
export function shortOf(error: Error): { readonly reason: string } | { readonly err: Error } {
  return error instanceof UnavailableError ? { reason: error.message } : { err: error };
}

type Lines = LineStart['config']['lines'];

const othersMayWrite = 0o022;

/**
 * Creates the folder of the sockets. Throws ConfigError if another user owns it or may write to it: their socket would be
 * sent every command, and keep the core from starting (R-RUN-61).
 */
function requireOwnFolder(lines: Lines): void {
  if (lines.kind !== 'sockets') return;
  mkdirSync(lines.folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(lines.folder);
  if (uid === process.getuid?.() && (mode & othersMayWrite) === 0) return;
  throw new ConfigError(
    `The folder of LINES_DIR, ${lines.folder}, belongs to another user or may be written to by others. Give it to the user of Candor with mode 0700.`,
  );
}

function socketOf(lines: Lines, name: LineName): string {
  return lines.kind === 'sockets' ? `unix:${join(lines.folder, `${name}.sock`)}` : '';
}

function natsOptions({ config: { lines }, log, databases: { installation } }: LineStart, name: LineName) {
  if (lines.kind !== 'nats') throw new Error('Invariant: NATS is set');
  // Without login and password.
  const servers = lines.url.split(',').map((one) => new URL(one.trim()).host);
  const onError = ({ message: reason }: Error) => log.warn({ line: name, servers, reason }, 'NATS cannot be used yet');
  const subject = `${lines.subject}.${installation}.${name}`;
  return { url: lines.url, nkeySeed: lines.nkeySeed, subject, installation, onError };
}
