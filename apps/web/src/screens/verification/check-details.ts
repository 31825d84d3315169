import { t } from '../../i18n/text.ts';

export interface Details {
  readonly name: string;
  readonly cardId: string;
}

type Mutable<Shape> = { -readonly [Key in keyof Shape]?: Shape[Key] };

const cardIdPattern = /^[\p{L}\p{N}-]{4,32}$/u;

/**
 * Checks name and number, each with its own message if missing (R-KYC-01); returns the number as the server accepts it.
 */
export function checkDetails({ name, cardId }: Details): Readonly<Partial<Record<keyof Details, string>>> {
  const problems: Mutable<Details> = {};
  const letters = name.trim().length;
  if (letters < 2) problems.name = letters === 0 ? t('verify.enterName') : t('verify.nameShort');
  const number = cardId.trim();
  if (!cardIdPattern.test(number)) {
    problems.cardId = number === '' ? t('verify.enterCardId') : t('verify.cardIdWrong');
  }
  return problems;
}
