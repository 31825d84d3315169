import { type Code, type CodeName, codes } from '@candor/contracts/codes';
import type { Language } from '@candor/contracts/languages';
import { type ServerTexts, serverTexts } from '@candor/texts/server';

const names = new Map<Code, CodeName>((Object.keys(codes) as CodeName[]).map((name) => [codes[name], name]));

/** Fields that mean the same as another one. */
const sameAs: Readonly<Record<string, keyof ServerTexts['fields']>> = {
  secondary_password: 're_password',
  auth_code: 'sms_code',
  code: 'sms_code',
  address: 'dc_address',
  draw_currency_id: 'bank_coin',
  draw_id: 'bank_coin',
};

/** Returns the text of a code in a language, with the user's word for the field if the text names one. */
export function textOf(code: Code, language: Language, field = ''): string {
  const name = names.get(code);
  if (name === undefined) throw new Error(`Invariant: code ${code} is listed`);
  const text: string = serverTexts[language].errors[name];
  return text.replace('{field}', field === '' ? '' : fieldLabel(field, language));
}

/** Returns the user's word for a field of a request; the wire's name for fields that only programs send. */
function fieldLabel(field: string, language: Language): string {
  const labels: Readonly<Record<string, string>> = serverTexts[language].fields;
  const name = (Object.hasOwn(sameAs, field) ? sameAs[field] : field) ?? field;
  return Object.hasOwn(labels, name) ? (labels[name] ?? field) : field;
}
