import type { CountriesText } from '../countries-text.ts';

const abroad =
  'Por sanciones internacionales o advertencias sobre blanqueo de capitales, o porque la ley local no permite a los clientes minoristas operar con estos contratos:';

export const text: CountriesText = {
  title: 'Países en los que no prestamos servicio',
  intro: 'Por motivos de política, {company} no presta sus servicios en los siguientes países y regiones.',
  byLaw: {
    international: abroad,
    eu: 'Por sanciones internacionales o advertencias sobre blanqueo de capitales, o porque la ley local, también dentro de la Unión Europea, no permite ofrecer estos contratos a clientes minoristas:',
    uk: abroad,
  },
  byCompany: 'Por decisión de la propia empresa:',
  means:
    'No es posible registrarse con un número de móvil de estos países y quienes residen allí no pueden abrir una cuenta. Esta lista se deriva de las normas que sigue la empresa y de su configuración, y siempre es la vigente.',
};
