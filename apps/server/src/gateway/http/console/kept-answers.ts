import type { CompanyId } from '@candor/domain/values/ids';

/** Maximum companies whose answer is kept; the one read longest ago is dropped. */
const companiesMax = 1_000;

interface Kept<Answer> {
  readonly answer: Promise<Answer>;
  readonly endsAtMs: number;
}

/**
 * Answers of one question by company, each kept for a while, so that many operators who ask often cost one reading. A
 * failed reading is not kept.
 */
export class KeptAnswers<Answer> {
  readonly #keptMs: number;
  readonly #read: (companyId: CompanyId) => Promise<Answer>;
  readonly #nowMs: () => number;
  readonly #kept = new Map<CompanyId, Kept<Answer>>();

  constructor(keptMs: number, read: (companyId: CompanyId) => Promise<Answer>, nowMs: () => number) {
    this.#keptMs = keptMs;
    this.#read = read;
    this.#nowMs = nowMs;
  }

  of(companyId: CompanyId): Promise<Answer> {
    const kept = this.#kept.get(companyId);
    if (kept !== undefined && kept.endsAtMs > this.#nowMs()) return kept.answer;
    const answer = this.#read(companyId);
    const next = { answer, endsAtMs: this.#nowMs() + this.#keptMs };
    this.#kept.delete(companyId);
    this.#kept.set(companyId, next);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= companiesMax) break;
      this.#kept.delete(oldest);
    }
    answer.catch(() => {
      if (this.#kept.get(companyId) === next) this.#kept.delete(companyId);
    });
    return answer;
  }
}
