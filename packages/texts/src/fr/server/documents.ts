import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: 'Relevé de compte',
  account: 'Compte',
  kind: 'Type de compte',
  demo: 'Compte démo : argent d’entraînement uniquement',
  real: 'Compte réel',
  currency: 'Devise',
  period: 'Période',
  zone: 'Fuseau horaire',
  madeAt: 'Établi le',
  opening: 'Solde initial',
  closing: 'Solde final',
  sum: 'Total',
  postings: 'Mouvements du solde',
  time: 'Heure',
  reason: 'Motif',
  order: 'Ordre',
  amount: 'Montant',
  balance: 'Solde après',
  totals: 'Totaux par motif',
  count: 'Nombre',
  orders: 'Ordres clôturés dans la période',
  instrument: 'Instrument',
  side: 'Sens',
  buy: 'Achat',
  sell: 'Vente',
  lots: 'Lots',
  opened: 'Ouvert',
  closed: 'Clôturé',
  openPrice: 'Prix d’ouverture',
  closePrice: 'Prix de clôture',
  beforeCosts: 'Avant frais',
  spread: 'Spread',
  gross: 'Résultat brut',
  fee: 'Frais de traitement',
  swap: 'Swap',
  net: 'Résultat net',
  page: 'Page',
  reconciled:
    'Vérifié : le solde initial et tous les mouvements donnent le solde final ; le résultat, les frais et le swap de chaque ordre sont ceux qui ont été comptabilisés.',
  spreadNote:
    'Spread : moitié de (ask − bid) à l’ouverture et moitié à la clôture × unités × taux de conversion. Il est compris dans le résultat brut. Les frais sont prélevés à l’ouverture ; une partie clôturée en porte sa part.',
};

export const ownData: TextsLike<typeof english.ownData> = {
  title: 'Tout ce qui est conservé à votre sujet',
  fields: 'Les noms des champs sont ceux du fichier JSON, qui contient toutes les lignes en entier. Heures en UTC.',
  more: 'Les {rows} premières sont ici ; le fichier JSON les contient toutes.',
  letters: 'Les lettres absentes de la police de ce PDF sont données par leur numéro, par exemple U+4E2D.',
  kinds: {
    profile: 'Profil',
    preferences: 'Préférences',
    favourites: 'Favoris',
    notice_choices: 'Choix des avis',
    push_devices: 'Appareils pour les avis',
    limits: 'Limites personnelles',
    ranking: 'Classement',
    sessions: 'Sessions ouvertes',
    devices: 'Appareils',
    passkeys: 'Clés d’accès',
    sign_ins: 'Connexions',
    read_articles: 'Articles lus',
    notices: 'Avis',
    verifications: 'Vérifications d’identité',
    payout_methods: 'Moyens de retrait',
    deposits: 'Dépôts',
    withdrawals: 'Retraits',
    corrections: 'Rectifications',
    live_orders: 'Ordres ouverts',
    ended_orders: 'Ordres terminés',
    trade_notes: 'Notes sur les trades',
    postings: 'Écritures',
    locked_postings: 'Écritures d’argent bloqué',
    receipts: 'Reçus',
  },
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: 'Un retrait de {amount} a été demandé le {time}.',
  method: 'Le moyen de retrait {method} a été ajouté le {time}.',
  ask: 'Ce n’était pas vous ? Annulez ici, sans vous connecter.',
  askMethod: 'Les retraits vers ce moyen de retrait qui ne sont pas encore approuvés sont aussi annulés.',
  button: 'Annuler',
  doneWithdrawal: 'C’est annulé. La somme est revenue sur le solde.',
  doneMethod:
    'Le moyen de retrait a été supprimé et les retraits vers lui qui n’étaient pas approuvés ont été annulés.',
  advice: 'Réinitialisez votre mot de passe maintenant : quelqu’un d’autre a peut-être accès à votre compte.',
  contact: 'Contactez-nous :',
};

const abroad =
  'En raison de sanctions internationales ou d’alertes sur le blanchiment d’argent, ou parce que la loi locale ne permet pas aux particuliers de négocier de tels contrats :';

export const countries: TextsLike<typeof english.countries> = {
  title: 'Pays où nous ne fournissons pas nos services',
  intro:
    'Pour des raisons de politique interne et de réglementation, {company} ne fournit pas ses services dans les pays et régions suivants.',
  byLaw: {
    international: abroad,
    eu: 'En raison de sanctions internationales ou d’alertes sur le blanchiment d’argent, ou parce que la loi locale, y compris au sein de l’Union européenne, ne permet pas de proposer de tels contrats aux particuliers :',
    uk: abroad,
  },
  byCompany: 'Par décision de la société elle-même :',
  means:
    'L’inscription avec un numéro de mobile de ces pays n’est pas possible, et les personnes qui y résident ne peuvent pas ouvrir de compte. Cette liste découle des règles que suit la société et de ses paramètres ; elle est toujours à jour.',
};
