import type * as english from '../../en/web/ways.ts';
import type { TextsLike } from '../../texts-like.ts';

export const ways: TextsLike<typeof english.ways> = {
  'push.title': 'Saber mesmo com a app fechada?',
  'push.text': 'O seu alerta está definido. Um push é a forma mais rápida de o avisar.',
  'push.example': 'O seu alerta disparou. Exemplo',
  'push.kinds': 'Alertas, execuções, margin calls',
  'push.choose': 'Escolhe por evento, a qualquer momento',
  'push.never': 'Sem ofertas, sem convites a negociar',
  'push.notNow': 'Agora não',
  'push.allow': 'Permitir push',
  'push.on': 'Este dispositivo passa a receber notificações push.',
  'push.blocked': 'O navegador não permite notificações deste site. Pode alterar isso nas definições.',
  'push.failed': 'Não foi possível ligar o push. Tente mais tarde.',
  'notices.all': 'Todas',
  'notices.noneOfKind': 'Ainda não há nada deste tipo',
  'notices.showAll': 'Mostrar todas',
  'push.device': 'Push neste dispositivo',
  'push.deviceText': 'Chega-lhe com a app fechada',
  'push.missing': 'Este navegador não recebe notificações push. No iPhone, adicione primeiro a app ao ecrã principal.',
  'ways.title': 'O que lhe chega',
  'ways.event': 'Evento',
  'ways.push': 'Push',
  'ways.mail': 'E-mail',
  'ways.app': 'App',
  'ways.choice': '{event}: {way}',
  'ways.always': 'Sempre ligado',
  'ways.quiet': 'Horas de silêncio',
  'ways.quietText':
    '{from}–{to}, {zone}. Margin call, stop out, segurança e e-mails com cadeado chegam na mesma; o resto está na lista.',
  'ways.from': 'Silêncio desde',
  'ways.to': 'Silêncio até',
  'ways.amounts': 'Valores no push',
  'ways.amountsText': 'Desligado, o ecrã bloqueado mostra só «{event}»',
  'ways.lockNote':
    'Um cadeado significa que não se pode desligar: trata do seu dinheiro, da sua conta ou da própria lista.',
  'ways.failed': 'As escolhas não carregaram',
};
