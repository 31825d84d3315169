import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = 'Nunca o partilhe: ninguém da {company} lho irá pedir.';
const notYou = 'Se não foi o próprio, reponha de imediato a sua palavra-passe e contacte o apoio ao cliente.';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: 'O seu código de registo',
    text: `O seu código para se registar em {company} é {code}. Expira em {minutes} minutos.\n\n${secret}\n\nSe não pediu este código, pode ignorar esta mensagem.`,
    sms: '{company}: use {code} para concluir o seu registo. Expira em {minutes} minutos. Nunca o partilhe.',
  },
  'code-reset': {
    subject: 'O seu código para repor a palavra-passe',
    text: `O seu código para repor a palavra-passe em {company} é {code}. Expira em {minutes} minutos.\n\n${secret}\n\nSe não pediu este código, pode ignorar esta mensagem. A sua palavra-passe mantém-se.`,
    sms: '{company}: use {code} para repor a sua palavra-passe. Expira em {minutes} minutos. Nunca o partilhe.',
  },
  'code-step-up': {
    subject: 'O seu código de confirmação',
    text: `O seu código para confirmar a sua identidade em {company} é {code}. Expira em {minutes} minutos.\n\n${secret}\n\nSe não pediu este código, alguém pode ter acesso à sua conta: altere de imediato a sua palavra-passe.`,
    sms: '{company}: use {code} para confirmar a sua identidade. Expira em {minutes} minutos. Nunca o partilhe.',
  },
  'already-registered': {
    subject: 'Já tem uma conta',
    text: 'Alguém pediu um registo em {company} com este endereço ou número. Já tem aqui uma conta: por favor, entre ou, se esqueceu a palavra-passe, reponha-a.\n\nSe não foi o próprio, pode ignorar esta mensagem. Nada foi alterado.',
    sms: '{company}: tem uma conta connosco. Entre com a sua palavra-passe ou, se a esqueceu, reponha-a.',
  },
  'signed-in-new-device': {
    subject: 'Novo acesso à sua conta',
    text: `Houve um acesso à sua conta em {company} a partir de um novo dispositivo.\n\nDispositivo: {device}\nData: {timeMs}\n\n${notYou}`,
    sms: '{company}: novo acesso à sua conta noutro dispositivo. Se foi outra pessoa, reponha de imediato a palavra-passe.',
  },
  'password-changed': {
    subject: 'A sua palavra-passe foi alterada',
    text: `A palavra-passe da sua conta em {company} foi alterada.\n\nData: {timeMs}\n\n${notYou}`,
    sms: '{company}: a sua palavra-passe foi alterada. Se foi outra pessoa, contacte-nos de imediato.',
  },
  'second-factor-added': {
    subject: 'Foi adicionado um segundo fator',
    text: `Foi adicionado um segundo fator à sua conta em {company}.\n\nData: {timeMs}\n\n${notYou}`,
    sms: '{company}: foi adicionado um segundo fator à sua conta. Se foi outra pessoa, contacte-nos de imediato.',
  },
  'second-factor-removed': {
    subject: 'Foi removido um segundo fator',
    text: `Foi removido um segundo fator da sua conta em {company}.\n\nData: {timeMs}\n\n${notYou}`,
    sms: '{company}: foi removido um segundo fator da sua conta. Se foi outra pessoa, contacte-nos de imediato.',
  },
  'account-closed': {
    subject: 'A sua conta está encerrada',
    text: 'Encerrou a sua conta na {company}.\n\nHora: {timeMs}\n\nOs seus dados pessoais são conservados durante o tempo exigido por lei e depois apagados.\n\nSe não foi o próprio, contacte de imediato o apoio ao cliente.',
    sms: '{company}: a sua conta foi encerrada. Se foi outra pessoa, contacte-nos de imediato.',
  },
  'verification-approved': {
    subject: 'A sua identidade está verificada',
    text: 'Os seus documentos foram analisados. A sua identidade em {company} está verificada e não tem de fazer mais nada.',
  },
  'verification-rejected': {
    subject: 'A sua verificação não foi aceite',
    text: 'A sua verificação em {company} não foi aceite.\n\nMotivo: {reason}\n\nPor favor, entre na sua conta e envie novamente os documentos.',
  },
  'margin-call': {
    subject: 'Aviso de margem da sua conta {uid}',
    text: 'O nível de margem da sua conta {uid} em {company} desceu para {levelE2}.\n\nSe continuar a descer, serão fechadas posições automaticamente. Pode aumentá-lo fechando posições ou adicionando fundos.',
  },
  'stop-out': {
    subject: 'Stop-out: a sua ordem {orderId} foi fechada',
    text: 'A ordem {orderId} da sua conta {uid} em {company} foi fechada automaticamente, porque o nível de margem desceu demasiado.\n\nEncontra os detalhes no seu histórico de ordens.',
  },
  'stop-out-noticed': {
    subject: 'O seu nível de stop-out sobe para {levelE2}',
    text: 'A partir de {fromMs}, as posições da sua conta {uid} em {company} são fechadas automaticamente a um nível de margem de {levelE2} ou menos. Até lá mantém-se o nível atual.\n\nPode aumentar o nível de margem fechando posições ou adicionando fundos.',
  },
  'swap-noticed': {
    subject: 'O seu swap de {code} piora',
    text: '{change}\n\nDiz respeito à sua conta {uid} em {company}. Não precisa de responder.',
  },
  'deposit-credited': {
    subject: 'O seu depósito de {amount} foi creditado',
    text: 'O seu depósito de {amount} foi creditado na sua conta {uid} na {company}.',
  },
  'deposit-rejected': {
    subject: 'O seu depósito não foi aceite',
    text: 'O seu depósito de {amount} na sua conta {uid} na {company} não foi aceite.\n\nPode ler o motivo no histórico de depósitos.',
  },
  'withdrawal-requested': {
    subject: 'Foi pedido um levantamento de {amount}',
    text: 'Foi pedido um levantamento de {amount} da sua conta {uid} na {company}.\n\nNão foi você? Inicie sessão, cancele-o no histórico de levantamentos e redefina de imediato a palavra-passe.',
    sms: '{company}: foi pedido um levantamento de {amount}. Se foi outra pessoa, anule-o e mude a senha de imediato.',
  },
  'withdrawal-approved': {
    subject: 'O seu levantamento de {amount} foi aprovado',
    text: 'O seu levantamento de {amount} da sua conta {uid} na {company} foi aprovado e será pago.\n\nSe não o pediu, contacte o suporte de imediato.',
  },
  'withdrawal-paid': {
    subject: 'O seu levantamento de {amount} foi pago',
    text: 'O seu levantamento de {amount} da sua conta {uid} na {company} foi pago.\n\nSe não o pediu, contacte o suporte de imediato.',
  },
  'withdrawal-rejected': {
    subject: 'O seu levantamento foi recusado',
    text: 'O seu levantamento de {amount} da sua conta {uid} na {company} foi recusado. Todo o valor voltou ao seu saldo.\n\nPode ler o motivo no histórico de levantamentos.',
  },
  'withdrawal-taken-back': {
    subject: 'O seu levantamento foi revertido',
    text: 'O seu levantamento de {amount} foi revertido porque o seu saldo tinha descido abaixo de zero. ({company}, {uid})\n\nPode ler o motivo no histórico de levantamentos.',
  },
  'correction-posted': {
    subject: 'Uma correção na sua conta',
    text: 'Foi lançada uma correção de {amount} na sua conta {uid} na {company}. Duas pessoas aprovaram-na.\n\nPode ler o motivo no histórico da conta.',
  },
  'account-disabled': {
    subject: 'A sua conta foi desativada',
    text: 'A sua conta em {company} foi desativada. Já não pode iniciar sessão.\n\nSe tiver dúvidas, por favor, contacte o apoio ao cliente.',
    sms: '{company}: a sua conta foi desativada. Por favor, contacte-nos.',
  },
  'method-bound': {
    subject: 'Novo método de levantamento',
    text: `Foi adicionado um método de levantamento à sua conta na {company}.\n\n{method}\nHora: {timeMs}\n\nSó será possível levantar com este método a partir de {usableAtMs}.\n\n${notYou}`,
    sms: '{company}: foi adicionado um novo método de levantamento. Se foi outra pessoa, contacte-nos de imediato.',
  },
  'method-removed': {
    subject: 'Método de levantamento removido',
    text: `Foi removido um método de levantamento da sua conta na {company}.\n\n{method}\nHora: {timeMs}\n\n${notYou}`,
    sms: '{company}: foi removido um método de levantamento. Se foi outra pessoa, contacte-nos de imediato.',
  },
};

export const takeBackLine: string = 'Pode anular no prazo de 7 dias por esta ligação, sem iniciar sessão: {link}';
