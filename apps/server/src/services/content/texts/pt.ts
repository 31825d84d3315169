import type { CountriesText } from '../countries-text.ts';

const abroad =
  'Devido a sanções internacionais ou a alertas sobre branqueamento de capitais, ou porque a lei local não permite que clientes de retalho negoceiem estes contratos:';

export const text: CountriesText = {
  title: 'Países onde não prestamos serviços',
  intro: 'Por motivos de política, {company} não presta os seus serviços nos seguintes países e regiões.',
  byLaw: {
    international: abroad,
    eu: 'Devido a sanções internacionais ou a alertas sobre branqueamento de capitais, ou porque a lei local, também na União Europeia, não permite oferecer estes contratos a clientes de retalho:',
    uk: abroad,
  },
  byCompany: 'Por decisão da própria empresa:',
  means:
    'Não é possível registar-se com um número de telemóvel destes países e quem lá reside não pode abrir conta. Esta lista resulta das regras que a empresa segue e das suas definições, e é sempre a atual.',
};
