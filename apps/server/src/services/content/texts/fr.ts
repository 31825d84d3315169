import type { CountriesText } from '../countries-text.ts';

const abroad =
  'En raison de sanctions internationales ou d’alertes sur le blanchiment d’argent, ou parce que la loi locale ne permet pas aux particuliers de négocier de tels contrats :';

export const text: CountriesText = {
  title: 'Pays où nous ne fournissons pas nos services',
  intro:
    'Pour des raisons de politique interne et de réglementation, {company} ne fournit pas ses services dans les pays et régions suivants.',
  byLaw: {
    international: abroad,
    eu: 'En raison de sanctions internationales ou d’alertes sur le blanchiment d’argent, ou parce que la loi locale, y compris au sein de l’Union européenne, ne permet pas de proposer de tels contrats aux particuliers :',
    uk: abroad,
  },
  byCompany: 'Par décision de la société elle-même :',
  means:
    'L’inscription avec un numéro de mobile de ces pays n’est pas possible, et les personnes qui y résident ne peuvent pas ouvrir de compte. Cette liste découle des règles que suit la société et de ses paramètres ; elle est toujours à jour.',
};
