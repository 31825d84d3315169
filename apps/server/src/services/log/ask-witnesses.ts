import type { CompanyId } from '@candor/domain/values/ids';
import { addCheckpointBody, cosignatureLine, type Witness } from '@candor/transparency-log/cosignature';
import type { LogStore, SignedCheckpoint, WitnessCaller } from '../../ports/transparency-log.ts';

/** A witness that has seen another size is asked once more, from that size on. */
const triesMax = 2;

export interface AskWitnessesDeps {
  readonly store: Pick<LogStore, 'cosign'>;
  readonly call: WitnessCaller;
  /** Witnesses of the policy file, as it is now. */
  readonly witnesses: () => Promise<readonly Witness[]>;
}

/**
 * Asks the witnesses for their cosignatures of a published checkpoint and adds those to it, while it is the newest
 * (R-LOG-31). Nothing waits for it: while a log's round runs, its next checkpoints are left out.
 */
export class AskWitnesses {
  /** Why the last round lacks a cosignature, by witness and company; empty if it lacks none. */
  readonly failures = new Map<string, string>();
  readonly #deps: AskWitnessesDeps;
  readonly #running = new Set<CompanyId>();
  /** Size of a log that a witness has cosigned, as far as this process knows. */
  readonly #seen = new Map<string, number>();

  constructor(deps: AskWitnessesDeps) {
    this.#deps = deps;
  }

  /** Begins a round; resolves when every witness has answered or failed. Never rejects. */
  async ask(companyId: CompanyId, signed: SignedCheckpoint): Promise<void> {
    if (this.#running.has(companyId)) return;
    this.#running.add(companyId);
    try {
      const witnesses = await this.#deps.witnesses();
      this.#forgetOthers(companyId, witnesses);
      const lines = await Promise.all(witnesses.map((witness) => this.#lineOf(companyId, witness, signed)));
      const added = lines.filter((line) => line !== null);
      if (added.length > 0)
        await this.#deps.store.cosign(companyId, signed.checkpoint, `${signed.checkpoint}${added.join('')}`);
      this.#note('policy', companyId, null);
    } catch (error) {
      this.#note('policy', companyId, (error as Error).message);
    } finally {
      this.#running.delete(companyId);
    }
  }

  /** A witness that is no longer named cannot fail. */
  #forgetOthers(companyId: CompanyId, witnesses: readonly Witness[]): void {
    const asked = new Set(witnesses.map(({ name }) => `${name} ${companyId}`));
    for (const key of this.failures.keys())
      if (key.endsWith(` ${companyId}`) && !asked.has(key)) this.failures.delete(key);
  }

  #note(name: string, companyId: CompanyId, failure: string | null): void {
    const key = `${name} ${companyId}`;
    if (failure === null) this.failures.delete(key);
    else this.failures.set(key, `${name}: ${failure}`);
  }

  async #lineOf(companyId: CompanyId, witness: Witness, signed: SignedCheckpoint): Promise<string | null> {
    try {
      const line = await this.#ask(companyId, witness, signed);
      this.#note(witness.name, companyId, null);
      return line;
    } catch (error) {
      // A witness knows each company's log by a key of its own: the operator has to see which one it lacks.
      this.#note(witness.name, companyId, `log of company ${companyId}: ${(error as Error).message}`);
      return null;
    }
  }

  async #ask(
    companyId: CompanyId,
    witness: Witness,
    { size, checkpoint, proofFrom }: SignedCheckpoint,
  ): Promise<string> {
    const key = `${witness.url} ${companyId}`;
    let from = this.#seen.get(key) ?? 0;
    for (let tries = 1; ; tries += 1) {
      const proof = from === 0 ? [] : await proofFrom(from);
      const answer = await this.#deps.call(witness.url, addCheckpointBody(from, proof, checkpoint));
      if (answer.status === 200) {
        const line = cosignatureLine(answer.text, checkpoint, witness);
        this.#seen.set(key, size);
        return line;
      }
      const seen = answer.status === 409 && /^\d{1,15}\n?$/.test(answer.text) ? Number(answer.text) : null;
      if (seen === null || tries === triesMax) throw new Error(refusalOf(answer.status));
      if (seen > size) throw new Error(`it has seen ${seen} entries of this log, and ours has ${size}`);
      if (seen === from) throw new Error('it has seen another log of this size: a split view');
      from = seen;
    }
  }
}

function refusalOf(status: number): string {
  if (status === 422) return 'this log does not go on from what it has seen: a split view';
  if (status === 404) return 'it does not know this log';
  if (status === 403) return 'it has another key for this log';
  return `it answers ${status}`;
}
