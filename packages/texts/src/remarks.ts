import type { Language } from '@candor/contracts/languages';
import type { remarks } from './en/remarks.ts';
import type { TextsLike } from './texts-like.ts';

/** Remarks of operators to clients, in one language. */
export type Remarks = TextsLike<typeof remarks>;

/** Loads the remarks in the client's language. */
export async function loadRemarks(language: Language): Promise<Remarks> {
  const loaded = (await import(`./${language}/remarks.ts`)) as { readonly remarks: Remarks };
  return loaded.remarks;
}
