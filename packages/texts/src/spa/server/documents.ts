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

export const ownData: TextsLike<typeof english.ownData> = {
  title: 'Todo lo que se guarda sobre usted',
  fields: 'Los nombres de los campos son los del archivo JSON, que contiene todas las filas completas. Horas en UTC.',
  more: 'Aquí están las primeras {rows}; el archivo JSON las contiene todas.',
  letters: 'Las letras que faltan en la fuente de este PDF se dan por su número, por ejemplo U+4E2D.',
  kinds: {
    profile: 'Perfil',
    preferences: 'Preferencias',
    favourites: 'Favoritos',
    notice_choices: 'Avisos elegidos',
    push_devices: 'Dispositivos para avisos',
    limits: 'Límites propios',
    ranking: 'Clasificación',
    sessions: 'Sesiones',
    devices: 'Dispositivos',
    passkeys: 'Claves de acceso',
    sign_ins: 'Inicios de sesión',
    read_articles: 'Artículos leídos',
    notices: 'Avisos',
    verifications: 'Verificaciones de identidad',
    payout_methods: 'Métodos de retirada',
    deposits: 'Depósitos',
    withdrawals: 'Retiradas',
    corrections: 'Correcciones',
    live_orders: 'Órdenes abiertas',
    ended_orders: 'Órdenes terminadas',
    trade_notes: 'Notas sobre operaciones',
    postings: 'Asientos',
    locked_postings: 'Asientos de dinero bloqueado',
    receipts: 'Recibos',
  },
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
