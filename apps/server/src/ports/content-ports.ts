import type { ChoiceStore } from './choice-store.ts';

/** What news, ranking and users' choices need of the world. */
export interface ContentPorts {
  readonly choices: ChoiceStore;
}
