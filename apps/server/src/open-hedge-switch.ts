import { systemClock } from './adapters/clock/system-clock.ts';
import { HedgeTables } from './adapters/postgres/hedge-tables.ts';
import { openDatabases } from './adapters/postgres/open-databases.ts';
import { ConfigError } from './config.ts';
import type { Start } from './open-adapters.ts';
import { type SwitchAct, SwitchRefusedError } from './ports/hedging.ts';

const acts: Readonly<Record<string, SwitchAct>> = {
  '--pull': 'pulled',
  '--ask-release': 'release-asked',
  '--release': 'released',
};

/** Act that a call of the command asks for; null to show the switch. */
export interface SwitchOrder {
  readonly act: SwitchAct | null;
  readonly by: string;
  readonly reason: string;
}

/**
 * `npm run hedge-switch`: shows the kill switch; with `--pull`, `--ask-release` or `--release`, a name and a reason, turns it. Exit code 1 if
 * that is not possible now (R-HDG-14).
 */
export async function hedgeSwitch(start: Start): Promise<number> {
  const order = parseSwitch(process.argv);
  const { core } = await openDatabases({ ...start, isBounded: true });
  const tables = new HedgeTables(core.pool, 0);
  try {
    const { act, by, reason } = order;
    if (act !== null) await tables.switch.turn({ act, by, reason, atMs: systemClock.nowMs() });
  } catch (error) {
    if (!(error instanceof SwitchRefusedError)) throw error;
    start.say(`Not done: ${error.message}.`);
    return 1;
  }
  const state = await tables.switch.state();
  start.say(
    state === null
      ? 'The kill switch was never pulled: the hedger may send orders.'
      : `${texts[state.act]} By ${state.by} at ${new Date(state.atMs).toISOString()}: ${state.reason}`,
  );
  return 0;
}

const texts: Readonly<Record<SwitchAct, string>> = {
  pulled: 'The kill switch is pulled: the hedger sends no order.',
  'release-asked': 'The kill switch is pulled, and its release is asked for: another person releases it.',
  released: 'The kill switch is released: the hedger may send orders.',
};

/** Reads the act, `--by` and `--reason`. Throws ConfigError. */
export function parseSwitch(args: readonly string[]): SwitchOrder {
  const valueAfter = (flag: string, longest: number) => {
    const text = (args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? '') : '').trim();
    if (text === '' || text.startsWith('--') || text.length > longest)
      throw new ConfigError(`npm run hedge-switch needs ${flag} with a text of 1 to ${longest} characters.`);
    return text;
  };
  const given = Object.keys(acts).filter((flag) => args.includes(flag));
  if (given.length > 1) throw new ConfigError(`npm run hedge-switch takes one of ${Object.keys(acts).join(', ')}.`);
  const [flag] = given;
  if (flag === undefined) return { act: null, by: '', reason: '' };
  return { act: acts[flag] ?? null, by: valueAfter('--by', 200), reason: valueAfter('--reason', 300) };
}
