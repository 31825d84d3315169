import type { Edit } from '../threads/bundle.ts';

/** A fault planted in the product's source, which an ordinary run must find. */
export interface Mutant {
  readonly what: string;
  readonly edits: readonly Edit[];
  /** True if only worlds with a gateway find it. */
  readonly hasGateway?: true;
}

export function mutant(what: string, file: string, from: string, to: string): Mutant {
  return { what, edits: [{ file, from, to }] };
}
