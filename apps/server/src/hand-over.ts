import { parseArgs } from 'node:util';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openDatabases } from './adapters/postgres/open-databases.ts';
import { ConfigError } from './config.ts';
import type { Start } from './open-adapters.ts';
import { connectLine } from './open-lines.ts';
import type { LineClient, LineServer } from './ports/lines.ts';
import { coreQuestions } from './trading/remote/core-wire.ts';

const reachedWithinMs = 5_000;
const takenWithinMs = 15_000;
const lookEveryMs = 20;
/** Time for the answer to leave before the process stops. */
const answerMs = 50;

/** Lets the leading core be stopped by a command over its line, as `SIGTERM` does (R-RUN-69). */
export function serveHandOver(server: LineServer, say: Start['say']): void {
  server.answer(coreQuestions.handOver, async () => {
    say('Candor hands over the lead: it was asked to by a command.');
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), answerMs);
    return new Uint8Array();
  });
}

/**
 * `npm run hand-over -- --standby http://10.0.0.6:8080`: stops the leading core once a standby waits at this address, and
 * waits until the standby leads. Exit code 1 if there is none, and nothing was stopped, or if it did not take the lead.
 */
export async function handOver(start: Start): Promise<number> {
  const { say, config } = start;
  if (config.role !== 'core' || config.databaseUrl === null)
    throw new ConfigError(
      'npm run hand-over needs the settings of a core: ROLE=core, DATABASE_URL, NATS_URL or LINES_DIR.',
    );
  const standby = standbyOf(process.argv.slice(2));
  if (!(await reasonsAt(standby)).includes('standby')) {
    say(`No standby waits at ${standby}: the leader was not stopped.`);
    return 1;
  }
  const databases = await openDatabases({ ...start, isBounded: true });
  const client = connectLine({ ...start, databases }, `core-${start.config.shard}`);
  if (!(await within(reachedWithinMs, () => client.isUp))) {
    say('No leading core can be reached over the line: nothing was stopped.');
    return 1;
  }
  const tookMs = await passOn(client, standby);
  say(
    tookMs === null ? `The standby at ${standby} did not take the lead.` : `Handed over in ${Math.round(tookMs)} ms.`,
  );
  return tookMs === null ? 1 : 0;
}

/** Asks the leader to stop; resolves to the milliseconds until the standby leads, null if it does not. */
async function passOn(client: LineClient, standby: string): Promise<number | null> {
  const beganMs = systemClock.monotonicMs();
  await client.ask(coreQuestions.handOver, new Uint8Array());
  const isTaken = await within(takenWithinMs, async () => (await reasonsAt(standby)).length === 0);
  return isTaken ? systemClock.monotonicMs() - beganMs : null;
}

function standbyOf(args: readonly string[]): string {
  const { values } = parseArgs({ args: [...args], options: { standby: { type: 'string' } }, strict: false });
  if (typeof values.standby !== 'string' || !URL.canParse(values.standby))
    throw new ConfigError('npm run hand-over needs the address of a waiting standby: -- --standby http://host:port');
  return values.standby;
}

/** Returns the reasons for which a process is not ready; `unreachable` if it does not answer. */
async function reasonsAt(address: string): Promise<readonly string[]> {
  try {
    const answer = await fetch(new URL('/readyz', address), { signal: AbortSignal.timeout(reachedWithinMs) });
    if (answer.status === 200) return [];
    return ((await answer.json()) as { reasons: string[] }).reasons;
  } catch {
    return ['unreachable'];
  }
}

async function within(ms: number, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const endMs = systemClock.monotonicMs() + ms;
  while (!(await isSo())) {
    if (systemClock.monotonicMs() > endMs) return false;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  return true;
}
