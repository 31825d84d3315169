import type * as english from '../../en/web/ways.ts';
import type { TextsLike } from '../../texts-like.ts';

export const ways: TextsLike<typeof english.ways> = {
  'push.title': '¿Enterarse con la app cerrada?',
  'push.text': 'Su alerta está creada. Una notificación push es la forma más rápida de avisarle.',
  'push.example': 'Su alerta se ha disparado. Ejemplo',
  'push.kinds': 'Alertas, ejecuciones, margin calls',
  'push.choose': 'Usted elige por evento, cuando quiera',
  'push.never': 'Sin ofertas ni recordatorios para operar',
  'push.notNow': 'Ahora no',
  'push.allow': 'Permitir push',
  'push.on': 'Este dispositivo ya recibe notificaciones push.',
  'push.blocked': 'El navegador no permite notificaciones de este sitio. Puede cambiarlo en sus ajustes.',
  'push.failed': 'No se pudo activar el push. Inténtelo más tarde.',
  'notices.all': 'Todas',
  'notices.noneOfKind': 'Aún no hay nada de este tipo',
  'notices.showAll': 'Mostrar todas',
  'push.device': 'Push en este dispositivo',
  'push.deviceText': 'Le llega con la app cerrada',
  'push.missing':
    'Este navegador no recibe notificaciones push. En el iPhone, añada antes la app a la pantalla de inicio.',
  'ways.title': 'Qué le llega',
  'ways.event': 'Evento',
  'ways.push': 'Push',
  'ways.mail': 'Correo',
  'ways.app': 'App',
  'ways.choice': '{event}: {way}',
  'ways.always': 'Siempre activo',
  'ways.quiet': 'Horas de silencio',
  'ways.quietText':
    '{from}–{to}, {zone}. Margin call, stop out, seguridad y correos con candado llegan igualmente; lo demás está en la lista.',
  'ways.from': 'Silencio desde',
  'ways.to': 'Silencio hasta',
  'ways.amounts': 'Importes en el push',
  'ways.amountsText': 'Desactivado, la pantalla de bloqueo muestra solo «{event}»',
  'ways.lockNote':
    'Un candado significa que no se puede desactivar: se trata de su dinero, de su cuenta o de la propia lista.',
  'ways.failed': 'No se cargaron las opciones',
  'ways.noMail': 'Para los correos hace falta una dirección y esta cuenta no tiene ninguna.',
  'ways.addMail': 'Registrarse con una dirección',
};
