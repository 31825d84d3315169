import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': 'Margin call: su equidad ya no cubre el margen. Añada fondos o cierre posiciones.',
  'margin-call-ended': 'El margin call ha terminado: su equidad vuelve a cubrir el margen.',
  'stop-out': 'Stop out: {code} (orden {order}) se cerró porque su equidad era demasiado baja. Resultado {amount}.',
  'stop-out-paused': 'Hay un stop out pendiente y el mercado está cerrado. Se hará al abrir.',
  'stop-out-resumed': 'Ya no hay ningún stop out pendiente.',
  'stop-out-noticed':
    'A partir del {time}, el nivel de stop out de sus posiciones abiertas es {level}. Hasta entonces se mantiene el actual.',
  'stop-out-raised':
    'A partir del {time}, el nivel de stop out de sus posiciones abiertas es {level}; hasta entonces se mantiene en {before}. Cerrar posiciones o añadir fondos le mantiene por encima.',
  'stop-out-notice-ended': 'El nivel de stop out de su cuenta es ahora {level}.',
  'swap-noticed':
    '{code} ({side}): a partir del {time}, el swap de sus posiciones abiertas es de {after} puntos por noche; hasta entonces, {before}. No se cobra por una posición que cierre antes.',
  'swap-noticed-now':
    '{code} ({side}): el swap es ahora de {after} puntos por noche; antes, {before}. Se aplica a su posición, abierta después del cambio.',
  'order-cancelled': 'La orden pendiente {order} de {code} se canceló: el margen libre no era suficiente.',
  'order-expired': 'La orden pendiente {order} de {code} ha caducado.',
  'negative-balance-covered': 'Su saldo había quedado por debajo de cero. Hemos cubierto {amount}: no debe nada.',
  'alert-fired': '{code} ha alcanzado su alerta en {price}.',
  'swap-alert-fired': 'Swap de esta noche de sus posiciones abiertas: {amount}.',
  'result-alert-fired': 'Su posición {order} en {code} ha alcanzado su alerta: {amount}, swap incluido.',
  'margin-alert-fired': 'Su nivel de margen es {level} y ha alcanzado su alerta.',
  'alert-fired-percent': '{code} se ha movido un {level} desde que creó su alerta, hasta {price}.',
  'deposit-credited': 'Su depósito de {amount} se ha abonado.',
  'deposit-rejected': 'Su depósito de {amount} no se ha aceptado. El motivo figura en el historial de depósitos.',
  'withdrawal-requested': 'Se ha solicitado una retirada de {amount}.',
  'withdrawal-approved': 'Su retirada de {amount} está aprobada y se pagará.',
  'withdrawal-paid': 'Su retirada de {amount} se ha pagado.',
  'withdrawal-rejected': 'Su retirada de {amount} se ha rechazado. Todo el importe ha vuelto a su saldo.',
  'withdrawal-taken-back': 'Su retirada de {amount} se ha revertido porque su saldo había caído por debajo de cero.',
  'correction-posted':
    'Se ha anotado una corrección de {amount} en su cuenta. El motivo figura en el historial de la cuenta.',
  'order-filled-buy': '{lots} {code} comprados a {price}.',
  'order-filled-sell': '{lots} {code} vendidos a {price}.',
  'order-closed': '{code} cerrado a {price}. Resultado neto {amount}.',
  'stop-loss-hit': 'Stop loss: {code} cerrado a {price}. Resultado neto {amount}.',
  'take-profit-hit': 'Take profit: {code} cerrado a {price}. Resultado neto {amount}.',
  'password-changed': 'Su contraseña ha cambiado.',
  'second-factor-added': 'Se añadió un segundo factor a su cuenta.',
  'second-factor-removed': 'Se quitó un segundo factor de su cuenta.',
  'signed-in-new-device': 'Su cuenta se usó en un dispositivo nuevo.',
  'method-bound': 'Se añadió un método de retiro a su cuenta.',
  'method-removed': 'Se quitó un método de retiro de su cuenta.',
  'verification-approved': 'Su identidad está verificada.',
  'verification-rejected':
    'Su verificación de identidad no fue aceptada. El motivo está en la página de la verificación.',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'compra', sell: 'venta' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'Orden ejecutada o cerrada',
  stops: 'Stop loss o take profit alcanzado',
  'stop-out': 'Stop out',
  'margin-call': 'Margin call',
  alert: 'Alerta disparada',
  'swap-alert': 'Alerta de swap',
  'result-alert': 'Alerta de resultado de una posición',
  'margin-alert': 'Alerta de nivel de margen',
  money: 'Depósito o retiro',
  security: 'Nuevo acceso o credenciales cambiadas',
  verification: 'Verificación de identidad decidida',
  terms: 'Condiciones que cambian para usted',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'Dinero de práctica',
  'demo-return': 'Dinero de práctica devuelto al reiniciar',
  'trade-fee': 'Comisión de gestión',
  'trade-profit': 'Beneficio de una orden',
  'trade-loss': 'Pérdida de una orden',
  swap: 'Cargo de swap',
  'negative-balance': 'Saldo negativo cubierto',
  deposit: 'Depósito',
  'withdrawal-lock': 'Retirada solicitada',
  'withdrawal-release': 'Retirada devuelta',
  'withdrawal-paid': 'Retirada pagada',
  'withdrawal-fee': 'Comisión de retirada',
  correction: 'Corrección',
  'closing-remainder': 'Resto inferior a un céntimo al cerrar',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'Solicitado',
  approved: 'Aprobado',
  paid: 'Pagado',
  rejected: 'Rechazado',
  cancelled: 'Cancelado',
  held: 'Retenido hasta {time}',
  marketClosed: 'Espera a que abra el mercado de su posición',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'Este pago se ha declarado más de una vez. Estamos comprobando quién lo hizo y mostraremos el resultado aquí. Si tiene más pruebas, envíelas al soporte.',
  lost: 'Hemos comprobado que este pago no es suyo, por lo que no se ha abonado. Si lo hizo usted, envíe su comprobante al soporte.',
};
