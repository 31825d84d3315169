import type * as english from '../../en/server/public.ts';
import type { TextsLike } from '../../texts-like.ts';

export const publicPages: TextsLike<typeof english.publicPages> = {
  pages: {
    log: 'Registo público',
    status: 'Estado',
  },
  status: {
    title: 'Estado',
    lead: 'Todas as noites, cada saldo, recibo e entrada é recalculado a partir do registo de todas as decisões e comparado com o que está guardado.',
    good: 'Tudo coincide',
    bad: 'Algo não coincide',
    unfinished: 'A última verificação não terminou',
    none: 'Ainda não verificado',
    since: 'Desde {time}.',
    checked: 'Última verificação: {time}.',
    nights: '90 noites',
    nightsGood: 'Coincidiram {good} de {count} noites.',
    what: 'O que foi verificado',
    part: 'Parte',
    compared: 'Comparados',
    result: 'Resultado',
    agrees: 'coincide',
    differs: 'difere',
    json: 'Em JSON',
    own: 'É o próprio servidor da empresa que calcula isto. Para verificar sem ele, use o registo público.',
    parts: {
      journal: 'Registo das decisões',
      balances: 'Saldos e lançamentos',
      tables: 'Ordens e pagamentos',
      receipts: 'Recibos e assinaturas',
      log: 'Registo público',
      payments: 'Pagamentos usados uma só vez',
      snapshots: 'Cópias do estado',
      operators: 'Ações dos operadores',
      'sign-ins': 'Inícios de sessão',
    },
  },
  log: {
    title: 'Registo público',
    lead: 'As cotações de cada segundo, cada recibo e cada regra são entradas. Quem guarda um estado assinado vê se uma entrada for depois alterada ou retirada.',
    none: 'O registo ainda não tem nenhum estado assinado.',
    entries: 'Entradas',
    audit: 'Última verificação noturna',
    asSigned: 'O estado mais recente, tal como assinado',
    key: 'Chave do registo',
    keep: 'Guarde esta chave: todas as verificações precisam dela.',
    check: 'Verifique você mesmo',
    compare:
      'Ainda nenhuma testemunha independente assina este registo: compare os estados assinados com outras pessoas.',
  },
};
