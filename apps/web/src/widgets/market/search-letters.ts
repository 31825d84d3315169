import type { InstrumentSpec } from '@candor/domain/values/instrument';

/** Text as it is compared: lower case, without slash and spaces. */
export function searchLetters(text: string): string {
  return text.toLowerCase().replace(/[\s/]/g, '');
}

export function matchesSearch(spec: Pick<InstrumentSpec, 'code' | 'showCode' | 'name'>, letters: string): boolean {
  if (letters === '') return true;
  return [spec.showCode, spec.code, spec.name].some((text) => searchLetters(text).includes(letters));
}
