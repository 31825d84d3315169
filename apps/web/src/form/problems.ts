import { codes } from '@candor/contracts/codes';
import { fieldNamedBy } from '../data/field-names.ts';

export type TextValues = Readonly<Record<string, string>>;

/** Problems by field; valid fields are left out. */
export type Problems<Values extends TextValues> = Readonly<Partial<Record<keyof Values & string, string>>>;

/** Returns the first of the named fields with a problem; null if there is none. */
export function firstProblem<Values extends TextValues>(
  problems: Problems<Values>,
  names: readonly (keyof Values & string)[],
): { readonly name: keyof Values & string; readonly text: string } | null {
  for (const [name, text] of Object.entries(problems)) {
    if (text !== undefined && names.includes(name)) return { name, text };
  }
  return null;
}

/**
 * Returns the problems after a change: without that of the typed field, and without those of fields that have become
 * valid.
 */
export function problemsAfterChange<Values extends TextValues>(
  shown: Problems<Values>,
  changed: keyof Values & string,
  before: Problems<Values>,
  after: Problems<Values>,
): Problems<Values> {
  const kept = Object.entries(shown).filter(
    ([name]) => name !== changed && (before[name] === undefined || after[name] !== undefined),
  );
  return Object.fromEntries(kept) as Problems<Values>;
}

/** Returns the field of a refusal: the one that the server names (code 1001), else the screen's field for the code. */
export function fieldOfRefusal<Values extends TextValues>(
  refusal: { readonly code: number | string; readonly data: unknown },
  values: Values,
  fieldOfCode: Readonly<Partial<Record<number, keyof Values & string>>> = {},
): (keyof Values & string) | null {
  if (refusal.code === codes.invalidField) {
    const field = fieldNamedBy(refusal.data);
    return field !== null && field in values ? field : null;
  }
  return typeof refusal.code === 'number' ? (fieldOfCode[refusal.code] ?? null) : null;
}
