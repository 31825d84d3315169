import type { Command } from '@candor/domain/engine/command';
import type { FoundPayment, PaymentName, PaymentUser } from '@candor/domain/engine/funds/funds-request';
import { paymentToFind } from '@candor/domain/engine/funds/used-payments';
import type { EngineState } from '@candor/domain/engine/state';
import type { StoredPayments } from '../ports/journal.ts';

/** Question to the database that has not been asked yet. */
export type Question = () => Promise<void>;

/**
 * Finds the payment of one command among the stored ones, if it is not among the recent ones of the state (R-FND-93). A
 * payment is forgotten by the state only after it was decided, so an answer that was asked for after everything decided
 * was stored knows every forgotten payment.
 */
export class PaymentSearch {
  readonly #state: EngineState;
  readonly #payments: Pick<StoredPayments, 'find'>;
  readonly #whenCommitted: () => Promise<void>;
  #found: FoundPayment | null = null;
  /** Number of payments that the state had forgotten when the answer was asked for. */
  #forgotten = 0;

  constructor(state: EngineState, payments: Pick<StoredPayments, 'find'>, whenCommitted: () => Promise<void>) {
    this.#state = state;
    this.#payments = payments;
    this.#whenCommitted = whenCommitted;
  }

  /** Returns the question for the payment that the command names now; null if the state or the last answer knows it. */
  next(command: Command): Question | null {
    const name = paymentToFind(this.#state, command);
    return name === null || this.#isAnswered(name) ? null : () => this.#ask(name);
  }

  /** Returns the command with the answer as a fact. */
  addTo(command: Command): Command {
    return this.#found === null ? command : ({ ...command, found: this.#found } as Command);
  }

  #isAnswered({ use, key }: PaymentName): boolean {
    const found = this.#found;
    return found?.use === use && found.key === key && this.#forgotten === this.#state.forgottenPayments[use];
  }

  async #ask(name: PaymentName): Promise<void> {
    const forgotten = this.#state.forgottenPayments[name.use];
    const by = await findStored(this.#payments, name, this.#whenCommitted);
    this.#found = { ...name, by };
    this.#forgotten = forgotten;
  }
}

/** Finds the request that used a payment, among all that are decided before the call. */
export async function findStored(
  payments: Pick<StoredPayments, 'find'>,
  name: PaymentName,
  whenCommitted: () => Promise<void>,
): Promise<PaymentUser | null> {
  await whenCommitted();
  return payments.find(name);
}
