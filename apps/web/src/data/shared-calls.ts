/** Makes calls with the same key share one answer while it is under way; a failed one may be repeated. */
export class SharedCalls<Answer> {
  readonly #underWay = new Map<string, Promise<Answer>>();

  ask(key: string, call: () => Promise<Answer>): Promise<Answer> {
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const answer = call().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, answer);
    return answer;
  }
}
