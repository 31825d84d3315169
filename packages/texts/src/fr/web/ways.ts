import type * as english from '../../en/web/ways.ts';
import type { TextsLike } from '../../texts-like.ts';

export const ways: TextsLike<typeof english.ways> = {
  'push.title': 'L’apprendre même avec l’app fermée ?',
  'push.text': 'Votre alerte est créée. Une notification push est le moyen le plus rapide de vous joindre.',
  'push.example': 'Votre alerte s’est déclenchée. Exemple',
  'push.kinds': 'Alertes, exécutions, appels de marge',
  'push.choose': 'Vous choisissez par événement, à tout moment',
  'push.never': 'Ni offres, ni incitations à trader',
  'push.notNow': 'Pas maintenant',
  'push.allow': 'Autoriser le push',
  'push.on': 'Cet appareil reçoit désormais les notifications push.',
  'push.blocked':
    'Le navigateur n’autorise pas les notifications de ce site. Vous pouvez le changer dans ses réglages.',
  'push.failed': 'Le push n’a pas pu être activé. Réessayez plus tard.',
  'notices.all': 'Toutes',
  'notices.noneOfKind': 'Rien de ce type pour l’instant',
  'notices.showAll': 'Tout afficher',
  'push.device': 'Push sur cet appareil',
  'push.deviceText': 'Vous parvient app fermée',
  'push.missing':
    'Ce navigateur ne prend pas en charge le push. Sur iPhone, ajoutez d’abord l’app à l’écran d’accueil.',
  'ways.title': 'Ce qui vous parvient',
  'ways.event': 'Événement',
  'ways.push': 'Push',
  'ways.mail': 'E-mail',
  'ways.app': 'App',
  'ways.choice': '{event} : {way}',
  'ways.always': 'Toujours actif',
  'ways.quiet': 'Heures calmes',
  'ways.quietText':
    '{from}–{to}, {zone}. Appel de marge, stop out, sécurité et e-mails à cadenas passent quand même ; le reste est dans la liste.',
  'ways.from': 'Calme à partir de',
  'ways.to': 'Calme jusqu’à',
  'ways.amounts': 'Montants dans le push',
  'ways.amountsText': 'Désactivé, seul « {event} » s’affiche sur l’écran verrouillé',
  'ways.lockNote':
    'Un cadenas signifie que cela ne peut être désactivé : il s’agit de votre argent, de votre compte ou de la liste elle-même.',
  'ways.failed': 'Les choix n’ont pas pu être chargés',
  'ways.noMail': 'Ce compte n’a pas d’adresse pour recevoir des e-mails.',
  'ways.addMail': 'S’inscrire avec une adresse',
};
