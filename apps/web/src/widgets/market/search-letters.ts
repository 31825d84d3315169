import type { InstrumentSpec } from '@candor/domain/values/instrument';

/** What is compared: lower case, without the slash and spaces that people leave out. */
export function searchLetters(text: string): string {
  return text.toLowerCase().replace(/[\s/]/g, '');
}

export function matchesSearch(spec: Pick<InstrumentSpec, 'code' | 'showCode' | 'name'>, letters: string): boolean {
  if (letters === '') return true;
  return [spec.showCode, spec.code, spec.name].some((text) => searchLetters(text).includes(letters));
}
