import type { CountriesText } from '../countries-text.ts';

const abroad =
  'Because of international sanctions or warnings about money laundering, or because the law there does not let retail clients trade such contracts:';

export const text: CountriesText = {
  title: 'Countries we do not serve',
  intro: 'For policy reasons {company} does not provide its services in the countries and regions listed here.',
  byLaw: {
    international: abroad,
    eu: 'Because of international sanctions or warnings about money laundering, or because the law there, also within the European Union, does not let such contracts be offered to retail clients:',
    uk: abroad,
  },
  byCompany: 'By the company’s own decision:',
  means:
    'You cannot register with a mobile number of these countries, and people who live there may not open an account. This list follows from the rules that the company works under and from its settings, and is always the current one.',
};
