import type * as english from '../../en/server/public.ts';
import type { TextsLike } from '../../texts-like.ts';

export const publicPages: TextsLike<typeof english.publicPages> = {
  pages: {
    log: 'Registro público',
    status: 'Estado',
  },
  status: {
    title: 'Estado',
    lead: 'Cada noche se vuelve a calcular cada saldo, recibo y entrada a partir del registro de todas las decisiones y se compara con lo guardado.',
    good: 'Todo coincide',
    bad: 'Algo no coincide',
    unfinished: 'La última comprobación no terminó',
    none: 'Aún sin comprobar',
    since: 'Desde el {time}.',
    checked: 'Última comprobación: {time}.',
    nights: '90 noches',
    nightsGood: 'Coincidieron {good} de {count} noches.',
    what: 'Qué se comprobó',
    part: 'Parte',
    compared: 'Comparados',
    result: 'Resultado',
    agrees: 'coincide',
    differs: 'difiere',
    json: 'Como JSON',
    own: 'Lo calcula el propio servidor de la empresa. Para comprobarlo sin él, use el registro público.',
    parts: {
      journal: 'Registro de decisiones',
      balances: 'Saldos y apuntes',
      tables: 'Órdenes y pagos',
      receipts: 'Recibos y firmas',
      log: 'Registro público',
      payments: 'Pagos usados una sola vez',
      snapshots: 'Copias del estado',
      operators: 'Acciones de los operadores',
      'sign-ins': 'Inicios de sesión',
    },
  },
  log: {
    title: 'Registro público',
    lead: 'Las cotizaciones de cada segundo, cada recibo y cada regla son entradas. Quien guarda un estado firmado ve si una entrada se cambia o se quita después.',
    none: 'El registro aún no tiene ningún estado firmado.',
    entries: 'Entradas',
    audit: 'Última comprobación nocturna',
    asSigned: 'El estado más reciente, tal como se firmó',
    key: 'Clave del registro',
    keep: 'Guarde esta clave: toda comprobación la necesita.',
    check: 'Compruébelo usted',
    compare:
      'Todavía ningún testigo independiente firma este registro: compare los estados firmados con otras personas.',
  },
};
