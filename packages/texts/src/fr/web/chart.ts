import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'Séances de marché',
  'chart.sessionsHint': 'Heures habituelles à l’horloge de chaque place. L’heure sous le graphique : {zone}.',
  'chart.sessionsNotHere': 'Sur les barres d’une heure au plus.',
  'chart.ticksNote': 'Cotations depuis l’ouverture de cette page, les {count} dernières au plus',
  'chart.notOnTicks': 'Absent du graphique des cotations.',
  'chart.full': 'Plein écran',
  'chart.leaveFull': 'Quitter le plein écran',
  'chart.moveKeys': 'Déplacer les touches de l’autre côté',
  'chart.setOnChart': 'Placer sur le graphique',
  'chart.dragToSet': 'Faites glisser la ligne pour fixer le prix',
  'chart.magnet': 'Aimant : les points se calent sur les prix d’une barre',
  'chart.drawingColour': 'Couleur {number} sur {count}',
  'chart.sideBySide': 'Graphiques côte à côte',
  'chart.place': 'Graphique {number}',
  'chart.toTicket': 'Négocier depuis le graphique {number}',
  'chart.link': 'Lier le graphique {number} aux autres',
  'chart.linkedHint': 'Les graphiques liés montrent le réticule au même instant.',
  'chart.sameInstrument': 'Même instrument dans les graphiques liés',
  'chart.samePeriod': 'Même période dans les graphiques liés',
};
