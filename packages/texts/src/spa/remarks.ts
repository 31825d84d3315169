import type { Remarks } from '../remarks.ts';

export const remarks: Remarks = {
  withdrawal: {
    payee: 'Solo pagamos a una cuenta a su nombre. Añada una y vuelva a solicitar la retirada.',
    source: 'Retire primero a la cuenta o dirección desde la que depositó.',
    document: 'Su documento de identidad ha caducado. Envíe uno válido y vuelva a solicitar la retirada.',
    bank: 'Su banco devolvió el pago. Compruebe los datos de la cuenta y vuelva a solicitar la retirada.',
    asked: 'Cancelado como pidió. El importe vuelve a estar disponible.',
  },
  deposit: {
    notFound: 'No encontramos este pago. Compruebe la referencia y la fecha, e infórmelo de nuevo.',
    amount: 'El importe recibido no es el informado. Informe el importe que envió.',
    proof: 'La imagen no muestra el pago. Infórmelo de nuevo con un comprobante legible.',
    otherName: 'El pago llegó de una cuenta que no está a su nombre, por lo que no podemos abonarlo.',
  },
  verification: {
    blurred: 'Las fotos no se pueden leer. Tómelas de nuevo con buena luz.',
    cropped: 'Falta una esquina del documento. Muestre el documento completo.',
    expired: 'El documento ha caducado. Envíe uno válido.',
    otherName: 'El nombre introducido no es el del documento. Escríbalo tal como está impreso.',
    kind: 'No podemos aceptar este tipo de documento. Envíe un pasaporte o un documento de identidad.',
  },
};
