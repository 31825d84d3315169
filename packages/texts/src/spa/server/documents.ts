import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: 'Extracto de cuenta',
  account: 'Cuenta',
  kind: 'Tipo de cuenta',
  demo: 'Cuenta demo: solo dinero de práctica',
  real: 'Cuenta real',
  currency: 'Divisa',
  period: 'Período',
  zone: 'Zona horaria',
  madeAt: 'Emitido el',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  sum: 'Total',
  postings: 'Movimientos del saldo',
  time: 'Hora',
  reason: 'Motivo',
  order: 'Orden',
  amount: 'Importe',
  balance: 'Saldo posterior',
  totals: 'Totales por motivo',
  count: 'Número',
  orders: 'Órdenes cerradas en el período',
  instrument: 'Instrumento',
  side: 'Sentido',
  buy: 'Compra',
  sell: 'Venta',
  lots: 'Lotes',
  opened: 'Abierta',
  closed: 'Cerrada',
  openPrice: 'Precio de apertura',
  closePrice: 'Precio de cierre',
  beforeCosts: 'Antes de costes',
  spread: 'Spread',
  gross: 'Resultado bruto',
  fee: 'Comisión de gestión',
  swap: 'Swap',
  net: 'Resultado neto',
  page: 'Página',
  reconciled:
    'Comprobado: el saldo inicial y todos los movimientos dan el saldo final; el resultado, la comisión y el swap de cada orden son los contabilizados.',
  spreadNote:
    'Spread: mitad de (ask − bid) en la apertura y mitad en el cierre × unidades × tipo de conversión. Está incluido en el resultado bruto. La comisión se cobra en la apertura; una parte cerrada lleva su proporción.',
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: 'El {time} se solicitó una retirada de {amount}.',
  method: 'El {time} se añadió el método de retirada {method}.',
  ask: '¿No fue usted? Anúlelo aquí, sin iniciar sesión.',
  askMethod: 'También se cancelan las retiradas con este método de retirada que aún no están aprobadas.',
  button: 'Anular',
  doneWithdrawal: 'Anulado. El importe ha vuelto al saldo.',
  doneMethod: 'El método de retirada se ha eliminado y las retiradas con él que no estaban aprobadas se han cancelado.',
  advice: 'Restablezca su contraseña ahora: otra persona puede tener acceso a su cuenta.',
  contact: 'Contacte con nosotros:',
};

const abroad =
  'Por sanciones internacionales o advertencias sobre blanqueo de capitales, o porque la ley local no permite a los clientes minoristas operar con estos contratos:';

export const countries: TextsLike<typeof english.countries> = {
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
