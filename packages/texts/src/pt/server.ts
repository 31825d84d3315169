import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': 'Margin call: o seu capital próprio já não cobre a margem. Adicione fundos ou feche posições.',
  'margin-call-ended': 'A margin call terminou: o seu capital próprio volta a cobrir a margem.',
  'stop-out':
    'Stop out: {code} (ordem {order}) foi fechada porque o seu capital próprio estava demasiado baixo. Resultado {amount}.',
  'stop-out-paused': 'Há um stop out pendente e o mercado está fechado. Será feito na abertura.',
  'stop-out-resumed': 'Já não há stop out à espera.',
  'stop-out-noticed':
    'A partir de {time}, o nível de stop out das suas posições abertas é {level}. Até lá mantém-se o atual.',
  'stop-out-raised':
    'A partir de {time}, o nível de stop out das suas posições abertas é {level}; até lá mantém-se em {before}. Fechar posições ou adicionar fundos mantém-no acima.',
  'stop-out-notice-ended': 'O nível de stop out da sua conta é agora {level}.',
  'swap-noticed':
    '{code} ({side}): a partir de {time}, o swap das suas posições abertas é de {after} pontos por noite; até lá, {before}. Não é cobrado numa posição fechada antes.',
  'swap-noticed-now':
    '{code} ({side}): o swap é agora de {after} pontos por noite; antes, {before}. Aplica-se à sua posição, aberta depois da alteração.',
  'order-cancelled': 'A ordem pendente {order} de {code} foi cancelada: a margem livre não chegava.',
  'order-expired': 'A ordem pendente {order} de {code} expirou.',
  'negative-balance-covered': 'O seu saldo tinha ficado abaixo de zero. Cobrimos {amount}: não deve nada.',
  'alert-fired': '{code} atingiu o seu alerta em {price}.',
  'swap-alert-fired': 'Swap desta noite das suas posições abertas: {amount}.',
  'result-alert-fired': 'A sua posição {order} em {code} atingiu o seu alerta: {amount}, swap incluído.',
  'margin-alert-fired': 'O seu nível de margem é {level} e atingiu o seu alerta.',
  'alert-fired-percent': '{code} moveu-se {level} desde que criou o alerta, para {price}.',
  'deposit-credited': 'O seu depósito de {amount} foi creditado.',
  'deposit-rejected': 'O seu depósito de {amount} não foi aceite. O motivo está no histórico de depósitos.',
  'withdrawal-requested': 'Foi pedido um levantamento de {amount}.',
  'withdrawal-approved': 'O seu levantamento de {amount} foi aprovado e será pago.',
  'withdrawal-paid': 'O seu levantamento de {amount} foi pago.',
  'withdrawal-rejected': 'O seu levantamento de {amount} foi recusado. Todo o valor voltou ao seu saldo.',
  'withdrawal-taken-back':
    'O seu levantamento de {amount} foi revertido porque o seu saldo tinha descido abaixo de zero.',
  'correction-posted': 'Foi lançada na sua conta uma correção de {amount}. O motivo está no histórico da conta.',
  'order-filled-buy': '{lots} {code} comprados a {price}.',
  'order-filled-sell': '{lots} {code} vendidos a {price}.',
  'order-closed': '{code} fechado a {price}. Resultado líquido {amount}.',
  'stop-loss-hit': 'Stop loss: {code} fechado a {price}. Resultado líquido {amount}.',
  'take-profit-hit': 'Take profit: {code} fechado a {price}. Resultado líquido {amount}.',
  'password-changed': 'A sua palavra-passe foi alterada.',
  'second-factor-added': 'Foi adicionado um segundo fator à sua conta.',
  'second-factor-removed': 'Foi removido um segundo fator da sua conta.',
  'signed-in-new-device': 'A sua conta foi usada num novo dispositivo.',
  'method-bound': 'Foi adicionado um método de levantamento à sua conta.',
  'method-removed': 'Foi removido um método de levantamento da sua conta.',
  'verification-approved': 'A sua identidade está verificada.',
  'verification-rejected': 'A sua verificação de identidade não foi aceite. O motivo está na página da verificação.',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'compra', sell: 'venda' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'Ordem executada ou fechada',
  stops: 'Stop loss ou take profit atingido',
  'stop-out': 'Stop out',
  'margin-call': 'Margin call',
  alert: 'Alerta disparado',
  'swap-alert': 'Alerta de swap',
  'result-alert': 'Alerta de resultado de uma posição',
  'margin-alert': 'Alerta de nível de margem',
  money: 'Depósito ou levantamento',
  security: 'Novo acesso ou credenciais alteradas',
  verification: 'Verificação de identidade decidida',
  terms: 'Condições que mudam para si',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'Dinheiro de prática',
  'demo-return': 'Dinheiro de prática devolvido na reposição',
  'trade-fee': 'Comissão de negociação',
  'trade-profit': 'Lucro de uma ordem',
  'trade-loss': 'Perda de uma ordem',
  swap: 'Encargo de swap',
  'negative-balance': 'Saldo negativo coberto',
  deposit: 'Depósito',
  'withdrawal-lock': 'Levantamento pedido',
  'withdrawal-release': 'Levantamento devolvido',
  'withdrawal-paid': 'Levantamento pago',
  'withdrawal-fee': 'Comissão de levantamento',
  correction: 'Correção',
  'closing-remainder': 'Resto inferior a um cêntimo no encerramento',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'Solicitado',
  approved: 'Aprovado',
  paid: 'Pago',
  rejected: 'Recusado',
  cancelled: 'Cancelado',
  held: 'Retido até {time}',
  marketClosed: 'Aguarda a abertura do mercado da sua posição',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'Este pagamento foi declarado mais de uma vez. Estamos a verificar quem o fez e mostramos o resultado aqui. Se tiver outra prova, envie-a ao apoio.',
  lost: 'Verificámos que este pagamento não é seu, por isso não foi creditado. Se foi feito por si, envie o comprovativo ao apoio.',
};
