import { newYorkWeekday, zoneOf } from '@candor/domain/calc/trading-day';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { AccountId } from '@candor/domain/values/ids';
import { approvalOf, correctionOf, depositOf, openReal, operator, toE8, withdrawalOf } from './funds-commands.ts';
import type { TestServer } from './test-server.ts';

const hourMs = 3_600_000;
const newYork = zoneOf('America/New_York');

/** Moves the clock to noon in New York on the next Monday, so that swaps are charged on known days. */
export function goToMonday(server: TestServer): void {
  const nowMs = server.clock.nowMs();
  const localMs = newYork.toLocalMs(nowMs);
  const midnightMs = localMs - (localMs % (24 * hourMs));
  const days = (8 - newYorkWeekday(nowMs)) % 7 || 7;
  server.advance(newYork.fromLocalMs(midnightMs + days * 24 * hourMs + 12 * hourMs) - nowMs);
}

/** Returns the day in a zone, as in statement requests (YYYY-MM-DD). */
export function dayOf(timeMs: number, zone = 'America/New_York'): string {
  return new Date(zoneOf(zone).toLocalMs(timeMs)).toISOString().slice(0, 10);
}

/** A real account with deposits, withdrawals and corrections by command. */
export class Purse {
  readonly #server: TestServer;
  readonly #account: AccountId;

  private constructor(server: TestServer, account: AccountId) {
    this.#server = server;
    this.#account = account;
  }

  static async open(server: TestServer, account: number, company = 1): Promise<Purse> {
    const purse = new Purse(server, account as AccountId);
    await purse.#submit(openReal(purse.#source, company));
    return purse;
  }

  async deposit(dollars: string): Promise<void> {
    await this.#approve(await this.#submit(depositOf(this.#source, { paid: toE8(dollars) })));
  }

  /** Requests a withdrawal: moves the amount from the balance to the locked balance. */
  async withdraw(dollars: string): Promise<void> {
    await this.#submit(withdrawalOf(this.#source, dollars));
  }

  async correct(dollars: string): Promise<void> {
    await this.#approve(await this.#submit(correctionOf(this.#source, dollars)));
  }

  async #approve([event]: readonly EngineEvent[]): Promise<void> {
    if (event === undefined || !('funds' in event)) return;
    await this.#submit({ ...approvalOf(this.#source, 0, operator(2)), fundsId: event.funds.id });
  }

  get #source() {
    return { atMs: this.#server.clock.nowMs(), accountId: this.#account };
  }

  /** Submits a command; returns its events, none if refused. */
  async #submit(command: Parameters<TestServer['server']['core']['submit']>[0]['command']) {
    const outcome = await this.#server.server.core.submit({ command, clientId: null, bodyHash: null });
    return outcome.kind === 'done' ? outcome.events : [];
  }
}
