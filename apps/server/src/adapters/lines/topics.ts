import type { Follower } from '../../ports/lines.ts';

/** Numbers of pushes have 32 bits and wrap: one that is less than half of the range ahead is the later one (RFC 1982). */
const halfRange = 0x8000_0000;

interface Topic {
  readonly followers: Set<Follower>;
  /** Number of the last push; null before the first since the line went up. */
  last: number | null;
}

/**
 * Followers of a client by topic. Pushes of a server are numbered by topic, so that a lost one shows; a doubled one or
 * one that comes after a later one is dropped.
 */
export class Topics {
  readonly #topics = new Map<string, Topic>();

  get names(): string[] {
    return [...this.#topics.keys()];
  }

  /** Adds a follower; `isFirst` is true if the server must learn of the topic. */
  add(name: string, follower: Follower): { readonly isFirst: boolean } {
    const known = this.#topics.get(name);
    if (known !== undefined) {
      known.followers.add(follower);
      return { isFirst: false };
    }
    this.#topics.set(name, { followers: new Set([follower]), last: null });
    return { isFirst: true };
  }

  /** Removes a follower; true if it was the last one of the topic. */
  remove(name: string, follower: Follower): boolean {
    const topic = this.#topics.get(name);
    if (topic === undefined || !topic.followers.delete(follower) || topic.followers.size > 0) return false;
    this.#topics.delete(name);
    return true;
  }

  /** Delivers push `number` of a topic. */
  push(name: string, number: number, body: Uint8Array): void {
    const topic = this.#topics.get(name);
    if (topic === undefined) return;
    const { last } = topic;
    const distance = last === null ? 1 : (number - last) >>> 0;
    if (distance === 0 || distance >= halfRange) return;
    topic.last = number;
    if (distance > 1) for (const follower of topic.followers) follower.onGap();
    for (const follower of topic.followers) follower.onMessage(body);
  }

  /** Notifies the followers of every topic that pushes may have been missed: the line was down. */
  begin(): void {
    for (const topic of this.#topics.values()) {
      topic.last = null;
      for (const follower of topic.followers) follower.onGap();
    }
  }

  /** Notifies the followers of one topic: the server has dropped pushes. */
  dropped(name: string): void {
    const topic = this.#topics.get(name);
    if (topic === undefined) return;
    topic.last = null;
    for (const follower of topic.followers) follower.onGap();
  }
}

/** Listeners to a line's state. */
export class ChangeListeners {
  readonly #listeners = new Set<(isUp: boolean) => void>();

  add(listener: (isUp: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  call(isUp: boolean): void {
    for (const listener of this.#listeners) listener(isUp);
  }
}
