import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call':
    'Appel de marge : vos fonds propres ne couvrent plus la marge. Ajoutez des fonds ou clôturez des positions.',
  'margin-call-ended': 'L’appel de marge est levé : vos fonds propres couvrent de nouveau la marge.',
  'stop-out': 'Stop out : {code} (ordre {order}) a été clôturé, vos fonds propres étant trop bas. Résultat {amount}.',
  'stop-out-paused': 'Un stop out est dû et le marché est fermé. Il aura lieu à l’ouverture.',
  'stop-out-resumed': 'Aucun stop out n’est plus en attente.',
  'stop-out-noticed':
    'À partir du {time}, le niveau de stop out de vos positions ouvertes est de {level}. D’ici là, le niveau actuel reste en vigueur.',
  'stop-out-raised':
    'À partir du {time}, le niveau de stop out de vos positions ouvertes est de {level} ; d’ici là, il reste à {before}. Clôturer des positions ou ajouter des fonds vous maintient au-dessus.',
  'stop-out-notice-ended': 'Le niveau de stop out de votre compte est désormais de {level}.',
  'swap-noticed':
    '{code} ({side}) : à partir du {time}, le swap de vos positions ouvertes est de {after} points par nuit ; d’ici là, {before}. Il n’est pas débité pour une position clôturée avant.',
  'swap-noticed-now':
    '{code} ({side}) : le swap est désormais de {after} points par nuit, contre {before} auparavant. Il s’applique à votre position, ouverte après ce changement.',
  'order-cancelled': 'L’ordre en attente {order} sur {code} a été annulé : la marge libre ne suffisait pas.',
  'order-expired': 'L’ordre en attente {order} sur {code} a expiré.',
  'negative-balance-covered': 'Votre solde était passé sous zéro. Nous avons couvert {amount} : vous ne devez rien.',
  'alert-fired': '{code} a atteint votre alerte à {price}.',
  'swap-alert-fired': 'Swap de vos positions ouvertes cette nuit : {amount}.',
  'result-alert-fired': 'Votre position {order} sur {code} a atteint votre alerte : {amount}, swap compris.',
  'margin-alert-fired': 'Votre niveau de marge est de {level} et a atteint votre alerte.',
  'alert-fired-percent': '{code} a varié de {level} depuis la pose de votre alerte, à {price}.',
  'deposit-credited': 'Votre dépôt de {amount} a été crédité.',
  'deposit-rejected': 'Votre dépôt de {amount} n’a pas été accepté. Le motif figure dans l’historique des dépôts.',
  'withdrawal-requested': 'Un retrait de {amount} a été demandé.',
  'withdrawal-approved': 'Votre retrait de {amount} est approuvé et va être versé.',
  'withdrawal-paid': 'Votre retrait de {amount} a été versé.',
  'withdrawal-rejected': 'Votre retrait de {amount} a été refusé. La totalité est revenue sur votre solde.',
  'withdrawal-taken-back': 'Votre retrait de {amount} a été repris car votre solde était passé sous zéro.',
  'correction-posted':
    'Une régularisation de {amount} a été passée sur votre compte. Le motif figure dans l’historique du compte.',
  'order-filled-buy': '{lots} {code} achetés à {price}.',
  'order-filled-sell': '{lots} {code} vendus à {price}.',
  'order-closed': '{code} clôturé à {price}. Résultat net {amount}.',
  'stop-loss-hit': 'Stop loss : {code} clôturé à {price}. Résultat net {amount}.',
  'take-profit-hit': 'Take profit : {code} clôturé à {price}. Résultat net {amount}.',
  'password-changed': 'Votre mot de passe a été modifié.',
  'second-factor-added': 'Un second facteur a été ajouté à votre compte.',
  'second-factor-removed': 'Un second facteur a été retiré de votre compte.',
  'signed-in-new-device': 'Votre compte a été utilisé sur un nouvel appareil.',
  'method-bound': 'Un moyen de retrait a été ajouté à votre compte.',
  'method-removed': 'Un moyen de retrait a été supprimé de votre compte.',
  'verification-approved': 'Votre identité est vérifiée.',
  'verification-rejected':
    'Votre vérification d’identité n’a pas été acceptée. Le motif figure sur la page de la vérification.',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'achat', sell: 'vente' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'Ordre exécuté ou clôturé',
  stops: 'Stop loss ou take profit atteint',
  'stop-out': 'Stop out',
  'margin-call': 'Appel de marge',
  alert: 'Alerte déclenchée',
  'swap-alert': 'Alerte sur le swap',
  'result-alert': 'Alerte sur le résultat d’une position',
  'margin-alert': 'Alerte sur le niveau de marge',
  money: 'Dépôt ou retrait',
  security: 'Nouvelle connexion ou identifiants modifiés',
  verification: 'Vérification d’identité tranchée',
  terms: 'Conditions qui changent pour vous',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'Argent d’entraînement',
  'demo-return': 'Argent d’entraînement rendu à la remise à zéro',
  'trade-fee': 'Frais de traitement',
  'trade-profit': 'Profit d’un ordre',
  'trade-loss': 'Perte d’un ordre',
  swap: 'Frais de swap',
  'negative-balance': 'Solde négatif couvert',
  deposit: 'Dépôt',
  'withdrawal-lock': 'Retrait demandé',
  'withdrawal-release': 'Retrait restitué',
  'withdrawal-paid': 'Retrait versé',
  'withdrawal-fee': 'Frais de retrait',
  correction: 'Régularisation',
  'closing-remainder': 'Reste inférieur à un centime à la fermeture',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'Demandé',
  approved: 'Approuvé',
  paid: 'Payé',
  rejected: 'Refusé',
  cancelled: 'Annulé',
  held: "Retenu jusqu'au {time}",
  marketClosed: "En attente de l'ouverture du marché",
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'Ce paiement a été déclaré plus d’une fois. Nous vérifions qui l’a effectué et affichons le résultat ici. Si vous avez une autre preuve, envoyez-la à l’assistance.',
  lost: 'Nous avons constaté que ce paiement n’est pas le vôtre ; il n’a pas été crédité. Si vous l’avez effectué, envoyez votre preuve de paiement à l’assistance.',
};
