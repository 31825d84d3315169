import type { Language } from '@candor/contracts/languages';
import { ar, hk, jp, kr, ru, th, vn } from './field-labels-eastern.ts';
import { de, en, type FieldLabels, fr, it, pt, spa, tr } from './field-labels-western.ts';

const labels: Readonly<Record<Language, FieldLabels>> = { hk, en, jp, kr, th, vn, fr, de, ru, spa, pt, ar, it, tr };

/** Fields that are the same thing under another name. */
const sameAs: Readonly<Record<string, keyof FieldLabels>> = {
  secondary_password: 're_password',
  auth_code: 'sms_code',
  code: 'sms_code',
  address: 'dc_address',
};

/** Returns the reader's word for a field that a refusal names; the wire's own name where only a program sends it. */
export function fieldLabel(field: string, language: Language): string {
  const known = Object.hasOwn(sameAs, field) ? sameAs[field] : field;
  return Object.hasOwn(en, known ?? '') ? labels[language][known as keyof FieldLabels] : field;
}
