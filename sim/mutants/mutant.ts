import type { Edit } from '../threads/bundle.ts';

/** A fault planted in the product's source, which the ordinary run must find. */
export interface Mutant {
  readonly what: string;
  readonly edits: readonly Edit[];
  /** Found only in worlds that ordinary runs do not have. */
  readonly hasGateway?: true;
}

export function mutant(what: string, file: string, from: string, to: string): Mutant {
  return { what, edits: [{ file, from, to }] };
}
