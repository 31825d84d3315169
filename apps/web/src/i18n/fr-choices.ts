import type { enChoices } from './en-choices.ts';
import type { TextsLike } from './plural.ts';

export const frChoices: TextsLike<typeof enChoices> = {
  'settings.textSize': 'Taille du texte',
  'settings.small': 'Petite',
  'settings.normal': 'Normale',
  'settings.large': 'Grande',
  'settings.larger': 'Très grande',
  'settings.news': 'Actualités',
  'settings.version': 'Version',
  'settings.notSaved':
    'Le choix vaut sur cet appareil et sera enregistré dans votre compte dès que le serveur répondra.',
  'settings.ranking': 'Participer au classement',
  'settings.rankingReal':
    'Votre compte réel apparaît, marqué Réel, sous un nom masqué : tout le monde voit ses rendements, ses profits et son nombre d’ordres.',
  'settings.rankingDemo':
    'Votre compte démo apparaît, marqué Démo, sous un nom masqué : tout le monde voit ses rendements, ses profits et son nombre d’ordres.',
  'settings.rankingFailed': 'Impossible de charger votre participation.',
  'rank.emptyText':
    'Il est calculé sur les comptes qui l’ont accepté et ont clôturé {count} ordres en 21 jours. Il n’y en a pas encore.',
  'documentary.text':
    'La copie d’ordres arrive bientôt. En attendant, voyez qui mène sur les trois dernières semaines.',
  'rank.order': 'Ordre du classement',
  'rank.rate': 'Rendement 3 sem.',
  'rank.win': 'Taux de réussite',
  'rank.profit': 'Gains 3 sem.',
  'rank.total': 'Total',
  'rank.totalRate': 'Rendement total',
  'rank.orders': 'Total des ordres',
  'rank.variety': 'Instrument',
  'rank.multiple': 'Levier',
  'rank.followers': 'Abonnés au total',
  'rank.follow': 'Suivre',
  'rank.how': 'Comment fonctionne le classement',
  'rank.howWho':
    'Y figurent ceux qui l’ont accepté et ont clôturé au moins {count} ordres ces 21 derniers jours. Comptes réels et démo sont signalés.',
  'rank.howRate':
    'Le rendement sur 3 semaines est ce que ces ordres ont rapporté, commissions et swaps déduits, divisé par le solde d’il y a 21 jours plus les versements depuis. Le taux de réussite est la part des ordres gagnants.',
  'rank.howTotal': 'Le rendement total est tout ce que le trading a rapporté, divisé par tous les versements.',
  'rank.howNames': 'Les noms sont masqués. 100 comptes au plus sont affichés, et la société peut en écarter.',
  'rank.howPast': 'Les résultats passés ne disent rien des résultats futurs.',
  'rank.asOf': 'Calculé le {time}',
  'rank.notShownTitle': 'Aucun classement affiché',
  'rank.notShownText': 'Cette société n’affiche pas de classement.',
  'rank.errorTitle': 'Le classement n’a pas été chargé',
  'rank.end': 'Plus de comptes',
  'rank.logIn': 'Connectez-vous pour participer',
  'rank.joinText': 'Sous un nom masqué, dès {count} ordres clôturés en 21 jours',
  'rank.soonTitle': 'Bientôt disponible~',
  'rank.soonText':
    'La copie d’ordres permet de suivre un trader et de reproduire ses ordres. Elle n’est pas encore ouverte.',
  'rank.gotIt': 'Compris',
  'favourites.title': 'Favoris',
  'favourites.add': 'Ajouter {code} aux favoris',
  'favourites.remove': 'Retirer {code} des favoris',
  'favourites.edit': 'Modifier',
  'favourites.editTitle': 'Modifier les favoris',
  'favourites.emptyTitle': 'Pas encore de favoris',
  'favourites.emptyText': 'Touchez l’étoile d’un instrument, dans la recherche ou au-dessus de son graphique.',
  'favourites.find': 'Chercher un instrument',
  'favourites.up': 'Monter {code}',
  'favourites.down': 'Descendre {code}',
  'favourites.moved': '{code}: {place} / {count}',
  'favourites.full': 'Il y a de la place pour {count} favoris',
  'favourites.errorTitle': 'Vos favoris n’ont pas été chargés',
  'favourites.none': 'Plus rien. Enregistrez pour vider la liste.',
};
