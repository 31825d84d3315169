import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = 'No lo comparta con nadie: ningún empleado de {company} se lo pedirá.';
const notYou = 'Si no ha sido usted, restablezca su contraseña de inmediato y contacte con atención al cliente.';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: 'Su código de registro',
    text: `Su código para registrarse en {company} es {code}. Caduca en {minutes} minutos.\n\n${secret}\n\nSi no ha solicitado este código, puede ignorar este mensaje.`,
    sms: '{company}: {code} es su clave de registro. Caduca en {minutes} minutos. No la comparta con nadie.',
  },
  'code-reset': {
    subject: 'Su código para restablecer la contraseña',
    text: `Su código para restablecer la contraseña en {company} es {code}. Caduca en {minutes} minutos.\n\n${secret}\n\nSi no ha solicitado este código, puede ignorar este mensaje. Su contraseña no cambia.`,
    sms: '{company}: {code} es su clave para cambiar la contraseña. Caduca en {minutes} minutos. No la comparta con nadie.',
  },
  'code-step-up': {
    subject: 'Su código de confirmación',
    text: `Su código para confirmar que es usted en {company} es {code}. Caduca en {minutes} minutos.\n\n${secret}\n\nSi no ha solicitado este código, es posible que alguien tenga acceso a su cuenta: cambie su contraseña de inmediato.`,
    sms: '{company}: {code} es su clave para confirmar que es usted. Caduca en {minutes} minutos. No la comparta con nadie.',
  },
  'already-registered': {
    subject: 'Ya tiene una cuenta',
    text: 'Alguien ha solicitado registrarse en {company} con esta dirección o este número. Usted ya tiene una cuenta: inicie sesión o restablezca la contraseña si la ha olvidado.\n\nSi no ha sido usted, puede ignorar este mensaje. No ha cambiado nada.',
    sms: '{company}: ya tiene una cuenta. Acceda con su contraseña o, si la ha olvidado, restablézcala.',
  },
  'signed-in-new-device': {
    subject: 'Nuevo acceso a su cuenta',
    text: `Se ha iniciado sesión en su cuenta de {company} desde un dispositivo nuevo.\n\nDispositivo: {device}\nFecha: {timeMs}\n\n${notYou}`,
    sms: '{company}: nuevo acceso a su cuenta desde otro dispositivo. Si no ha sido usted, cambie ya su contraseña.',
  },
  'password-changed': {
    subject: 'Su contraseña ha cambiado',
    text: `Se ha cambiado la contraseña de su cuenta de {company}.\n\nFecha: {timeMs}\n\n${notYou}`,
    sms: '{company}: se ha cambiado su contraseña. Si no ha sido usted, contacte de inmediato con nosotros.',
  },
  'second-factor-added': {
    subject: 'Se ha añadido un segundo factor',
    text: `Se ha añadido un segundo factor a su cuenta de {company}.\n\nFecha: {timeMs}\n\n${notYou}`,
    sms: '{company}: se ha añadido un segundo factor a su cuenta. Si no ha sido usted, contacte de inmediato con nosotros.',
  },
  'second-factor-removed': {
    subject: 'Se ha eliminado un segundo factor',
    text: `Se ha eliminado un segundo factor de su cuenta de {company}.\n\nFecha: {timeMs}\n\n${notYou}`,
    sms: '{company}: se ha eliminado un segundo factor de su cuenta. Si no ha sido usted, contacte de inmediato con nosotros.',
  },
  'account-closed': {
    subject: 'Su cuenta está cerrada',
    text: 'Ha cerrado su cuenta en {company}.\n\nHora: {timeMs}\n\nSus datos personales se conservan el tiempo que exige la ley y después se borran.\n\nSi no ha sido usted, contacte de inmediato con atención al cliente.',
    sms: '{company}: su cuenta ha sido cerrada. Si no ha sido usted, contacte de inmediato con nosotros.',
  },
  'verification-approved': {
    subject: 'Su identidad está verificada',
    text: 'Hemos revisado sus documentos. Su identidad en {company} está verificada y no tiene que hacer nada más.',
  },
  'verification-rejected': {
    subject: 'Su verificación no ha sido aceptada',
    text: 'Su verificación en {company} no ha sido aceptada.\n\nMotivo: {reason}\n\nInicie sesión y envíe de nuevo sus documentos.',
  },
  'margin-call': {
    subject: 'Aviso de margen de su cuenta {uid}',
    text: 'El nivel de margen de su cuenta {uid} en {company} ha bajado al {levelE2}.\n\nSi sigue bajando, se cerrarán posiciones automáticamente. Puede aumentarlo cerrando posiciones o ingresando fondos.',
  },
  'stop-out': {
    subject: 'Stop-out: se ha cerrado su orden {orderId}',
    text: 'La orden {orderId} de su cuenta {uid} en {company} se ha cerrado automáticamente porque el nivel de margen era demasiado bajo.\n\nEncontrará los detalles en su historial de órdenes.',
  },
  'stop-out-noticed': {
    subject: 'Su nivel de stop-out sube a {levelE2}',
    text: 'A partir del {fromMs}, las posiciones de su cuenta {uid} en {company} se cerrarán automáticamente con un nivel de margen de {levelE2} o menos. Hasta entonces se mantiene el nivel actual.\n\nPuede aumentar su nivel de margen cerrando posiciones o añadiendo fondos.',
  },
  'swap-noticed': {
    subject: 'Su swap de {code} empeora',
    text: '{change}\n\nAfecta a su cuenta {uid} en {company}. No es necesario que responda.',
  },
  'deposit-credited': {
    subject: 'Su depósito de {amount} está abonado',
    text: 'Su depósito de {amount} se ha abonado en su cuenta {uid} de {company}.',
  },
  'deposit-rejected': {
    subject: 'Su depósito no se ha aceptado',
    text: 'Su depósito de {amount} en su cuenta {uid} de {company} no se ha aceptado.\n\nPuede leer el motivo en el historial de depósitos.',
  },
  'withdrawal-requested': {
    subject: 'Se ha solicitado una retirada de {amount}',
    text: 'Se ha solicitado una retirada de {amount} de su cuenta {uid} de {company}.\n\n¿No fue usted? Inicie sesión, cancélela en el historial de retiradas y restablezca su contraseña de inmediato.',
    sms: '{company}: se ha solicitado un retiro de {amount}. ¿No ha sido usted? Cancélelo y cambie su contraseña ya.',
  },
  'withdrawal-approved': {
    subject: 'Su retirada de {amount} está aprobada',
    text: 'Su retirada de {amount} de su cuenta {uid} de {company} está aprobada y se pagará.\n\nSi usted no la ha pedido, póngase en contacto con el soporte de inmediato.',
  },
  'withdrawal-paid': {
    subject: 'Su retirada de {amount} está pagada',
    text: 'Su retirada de {amount} de su cuenta {uid} de {company} se ha pagado.\n\nSi usted no la ha pedido, póngase en contacto con el soporte de inmediato.',
  },
  'withdrawal-rejected': {
    subject: 'Su retirada se ha rechazado',
    text: 'Su retirada de {amount} de su cuenta {uid} de {company} se ha rechazado. Todo el importe ha vuelto a su saldo.\n\nPuede leer el motivo en el historial de retiradas.',
  },
  'withdrawal-taken-back': {
    subject: 'Su retirada se ha revertido',
    text: 'Su retirada de {amount} se ha revertido porque su saldo había caído por debajo de cero. ({company}, {uid})\n\nPuede leer el motivo en el historial de retiradas.',
  },
  'correction-posted': {
    subject: 'Una corrección en su cuenta',
    text: 'Se ha anotado una corrección de {amount} en su cuenta {uid} de {company}. Dos personas la han aprobado.\n\nPuede leer el motivo en el historial de la cuenta.',
  },
  'account-disabled': {
    subject: 'Su cuenta ha sido desactivada',
    text: 'Su cuenta de {company} ha sido desactivada. Ya no puede iniciar sesión.\n\nSi tiene preguntas, contacte con atención al cliente.',
    sms: '{company}: su cuenta ha sido desactivada. Contacte con nosotros.',
  },
  'method-bound': {
    subject: 'Nuevo método de retirada',
    text: `Se ha añadido un método de retirada a su cuenta en {company}.\n\n{method}\nHora: {timeMs}\n\nSe podrá retirar con él a partir del {usableAtMs}.\n\n${notYou}`,
    sms: '{company}: se ha añadido un nuevo método de retirada. ¿No ha sido usted? Cambie su contraseña ya.',
  },
  'method-removed': {
    subject: 'Método de retirada eliminado',
    text: `Se ha eliminado un método de retirada de su cuenta en {company}.\n\n{method}\nHora: {timeMs}\n\n${notYou}`,
    sms: '{company}: se ha eliminado un método de retirada. ¿No ha sido usted? Cambie su contraseña ya.',
  },
};

export const takeBackLine: string = 'Puede anularlo en un plazo de 7 días con este enlace, sin iniciar sesión: {link}';
