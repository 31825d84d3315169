import type { UsedPayment } from '@candor/domain/engine/funds/funds-request';
import { usedPaymentIn } from '@candor/domain/engine/funds/used-payments';
import type { JournalEntry, StoredPayments } from '../ports/journal.ts';
import { decodeDecision } from '../trading/codec.ts';
import { eventsOf } from '../trading/decision-log.ts';

interface StoredPayment extends UsedPayment {
  readonly seq: number;
}

/** Types of the events that use payments; entries without them are not decoded. */
const mayUse = /DepositCredited|WithdrawalPaid/;

/** Compares the stored payments with those of checked entries (R-FND-93). */
export class PaymentsAudit {
  readonly #payments: Pick<StoredPayments, 'between'>;
  /** Number of payments that the entries used. */
  count = 0;
  /** First payment that only one side has; null if there is none. */
  fault: { readonly seq: number; readonly fault: 'missing' | 'not in the journal' } | null = null;

  constructor(payments: Pick<StoredPayments, 'between'>) {
    this.#payments = payments;
  }

  /** Takes entries that follow each other without a gap. */
  async take(entries: readonly Omit<JournalEntry, 'hash'>[]): Promise<void> {
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined) return;
    const used = entries.flatMap(paymentsIn);
    this.count += used.length;
    const stored = await this.#payments.between(first.seq - 1, last.seq);
    const missing = missingIn(used, stored);
    if (missing.length > 0) {
      // Payments of entries that were archived before the table was made are stored without the number of their entry.
      const unnumbered = await this.#payments.between(-1, 0);
      this.#note(
        missing.find((payment) => missingIn([{ ...payment, seq: 0 }], unnumbered).length > 0),
        'missing',
      );
    }
    this.#note(missingIn(stored, used)[0], 'not in the journal');
  }

  #note(payment: StoredPayment | undefined, fault: 'missing' | 'not in the journal'): void {
    if (payment !== undefined) this.fault ??= { seq: payment.seq, fault };
  }
}

function paymentsIn({ seq, payload }: Pick<JournalEntry, 'seq' | 'payload'>): StoredPayment[] {
  if (!mayUse.test(payload)) return [];
  return eventsOf(decodeDecision(payload)).flatMap((event) => {
    const payment = usedPaymentIn(event);
    return payment === null ? [] : [{ seq, ...payment }];
  });
}

function missingIn(wanted: readonly StoredPayment[], held: readonly StoredPayment[]): StoredPayment[] {
  const texts = new Set(held.map(textOf));
  return wanted.filter((payment) => !texts.has(textOf(payment)));
}

function textOf({ seq, use, key, by }: StoredPayment): string {
  return `${seq} ${use} ${by.id} ${by.accountId} ${key}`;
}
