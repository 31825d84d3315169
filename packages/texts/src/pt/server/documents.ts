import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: 'Extrato de conta',
  account: 'Conta',
  kind: 'Tipo de conta',
  demo: 'Conta demo: apenas dinheiro de prática',
  real: 'Conta real',
  currency: 'Moeda',
  period: 'Período',
  zone: 'Fuso horário',
  madeAt: 'Emitido em',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  sum: 'Total',
  postings: 'Movimentos do saldo',
  time: 'Hora',
  reason: 'Motivo',
  order: 'Ordem',
  amount: 'Montante',
  balance: 'Saldo após',
  totals: 'Totais por motivo',
  count: 'Número',
  orders: 'Ordens fechadas no período',
  instrument: 'Instrumento',
  side: 'Sentido',
  buy: 'Compra',
  sell: 'Venda',
  lots: 'Lotes',
  opened: 'Aberta',
  closed: 'Fechada',
  openPrice: 'Preço de abertura',
  closePrice: 'Preço de fecho',
  beforeCosts: 'Antes de custos',
  spread: 'Spread',
  gross: 'Resultado bruto',
  fee: 'Comissão de negociação',
  swap: 'Swap',
  net: 'Resultado líquido',
  page: 'Página',
  reconciled:
    'Verificado: o saldo inicial e todos os movimentos dão o saldo final; o resultado, a comissão e o swap de cada ordem são os lançados.',
  spreadNote:
    'Spread: metade de (ask − bid) na abertura e metade no fecho × unidades × taxa de conversão. Está incluído no resultado bruto. A comissão é cobrada na abertura; uma parte fechada leva a sua proporção.',
};

export const ownData: TextsLike<typeof english.ownData> = {
  title: 'Tudo o que é guardado sobre si',
  fields: 'Os nomes dos campos são os do ficheiro JSON, que contém todas as linhas completas. Horas em UTC.',
  more: 'Aqui estão as primeiras {rows}; o ficheiro JSON contém todas.',
  letters: 'As letras que faltam no tipo de letra deste PDF são dadas pelo número, por exemplo U+4E2D.',
  kinds: {
    profile: 'Perfil',
    preferences: 'Preferências',
    favourites: 'Favoritos',
    notice_choices: 'Avisos escolhidos',
    push_devices: 'Dispositivos para avisos',
    limits: 'Limites próprios',
    ranking: 'Classificação',
    sessions: 'Sessões',
    devices: 'Dispositivos',
    passkeys: 'Chaves de acesso',
    sign_ins: 'Inícios de sessão',
    read_articles: 'Artigos lidos',
    notices: 'Avisos',
    verifications: 'Verificações de identidade',
    payout_methods: 'Métodos de levantamento',
    deposits: 'Depósitos',
    withdrawals: 'Levantamentos',
    corrections: 'Correções',
    live_orders: 'Ordens abertas',
    ended_orders: 'Ordens terminadas',
    trade_notes: 'Notas sobre negócios',
    postings: 'Lançamentos',
    locked_postings: 'Lançamentos de dinheiro bloqueado',
    receipts: 'Recibos',
  },
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: 'Foi pedido um levantamento de {amount} em {time}.',
  method: 'O método de levantamento {method} foi adicionado em {time}.',
  ask: 'Não foi você? Anule aqui, sem iniciar sessão.',
  askMethod: 'Os levantamentos com este método de levantamento ainda não aprovados também são cancelados.',
  button: 'Anular',
  doneWithdrawal: 'Anulado. O valor voltou ao saldo.',
  doneMethod: 'O método de levantamento foi removido e os levantamentos com ele ainda não aprovados foram cancelados.',
  advice: 'Redefina a sua palavra-passe agora: outra pessoa pode ter acesso à sua conta.',
  contact: 'Contacte-nos:',
};

const abroad =
  'Devido a sanções internacionais ou a alertas sobre branqueamento de capitais, ou porque a lei local não permite que clientes de retalho negoceiem estes contratos:';

export const countries: TextsLike<typeof english.countries> = {
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
