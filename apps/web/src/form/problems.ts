import { codes } from '@candor/contracts/codes';

export type TextValues = Readonly<Record<string, string>>;

/** What is wrong, by field; a field that is in order is left out. */
export type Problems<Values extends TextValues> = Readonly<Partial<Record<keyof Values & string, string>>>;

/** The first of the named fields that is not in order. */
export function firstProblem<Values extends TextValues>(
  problems: Problems<Values>,
  names: readonly (keyof Values & string)[],
): { readonly name: keyof Values & string; readonly text: string } | null {
  for (const [name, text] of Object.entries(problems)) {
    if (text !== undefined && names.includes(name)) return { name, text };
  }
  return null;
}

/** A field that is typed in is given the benefit of the doubt, and so is one that the typing has put in order. */
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

/** The field a refusal is about: the one the server names with code 1001, else the one the screen knows for its code. */
export function fieldOfRefusal<Values extends TextValues>(
  refusal: { readonly code: number | string; readonly data: unknown },
  values: Values,
  fieldOfCode: Readonly<Partial<Record<number, keyof Values & string>>> = {},
): (keyof Values & string) | null {
  if (refusal.code === codes.invalidField) {
    const field = (refusal.data as { readonly field?: unknown } | null)?.field;
    return typeof field === 'string' && field in values ? field : null;
  }
  return typeof refusal.code === 'number' ? (fieldOfCode[refusal.code] ?? null) : null;
}
