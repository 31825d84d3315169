import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'Preis der zweiten Order',
  'oco.title': 'Eine hebt die andere auf',
  'oco.text': 'Wird eine der beiden Orders ausgeführt, wird die andere storniert.',
  'oco.side': 'Seite der zweiten Order',
  'oco.rest': 'Lots, Multiplikator, Ablauf und Abstände der Stops sind die der ersten Order.',
  'oco.placed': 'Beide Orders sind platziert und verknüpft',
  'oco.firstOnly': 'Die erste Order ist platziert, die zweite nicht: {reason}',
  'oco.link': 'Mit anderer Order verknüpfen',
  'oco.unlink': 'Verknüpfung lösen',
  'oco.choose': 'Andere Pending Orders',
  'oco.linked': 'Die Orders sind verknüpft',
  'oco.unlinked': 'Die Verknüpfung ist gelöst',
  'oco.none': 'Keine Order zum Verknüpfen',
  'oco.noneText': 'Platzieren Sie zuerst eine weitere Pending Order. Bereits verknüpfte Orders fehlen hier.',
  'oco.tag': 'Verknüpft',
  'order.edit': 'Order ändern',
  'order.pickDay': 'Tag wählen',
  'order.notFound': 'Order nicht gefunden',
  'order.notFoundText': 'Dieses Konto hat keine Order mit dieser Nummer.',
  'cost.title': 'Was es kostet',
  'cost.swapNight': 'Swap je Nacht',
  'cost.total': 'Kosten für Öffnen und Schließen',
  'explain.about': 'Zu diesem Wert: {name}',
  'explain.formula': 'Jetzt: {formula}',
  'explain.balance': 'Geld des Kontos. Offene Positionen ändern es durch Gebühren und Swaps und beim Schließen.',
  'explain.netValue': 'Kontostand plus Gewinn oder Verlust der offenen Positionen.',
  'explain.profit': 'Kursänderung × Einheiten jeder offenen Position, zum Kurs, zu dem sie jetzt schließen würde.',
  'explain.margin':
    'Für offene Positionen hinterlegt: Lots × Einheiten × Eröffnungskurs ÷ Multiplikator, bei der Eröffnung festgelegt.',
  'explain.available': 'Eigenkapital minus Margin: verfügbar für neue Orders und Auszahlungen.',
  'explain.ratio': 'Eigenkapital ÷ Margin. Je niedriger, desto näher sind Margin Call und Stop-Out.',
  'explain.riskRate': 'Margin ÷ Eigenkapital: der Anteil Ihres Geldes, der hinterlegt ist.',
  'explain.fee': 'Einmal berechnet, bei der Eröffnung.',
  'explain.spread': 'Verkaufs- bis Kaufkurs: Eine Order öffnet zum einen und schließt zum anderen.',
  'explain.swap':
    'Berechnet für Positionen, die um 17:00 New York offen sind, an einem Wochentag drei Nächte auf einmal. Ein Plus wird Ihnen gezahlt.',
  'explain.stopOutPrice': 'Der Kurs, bei dem der Stop-Out begänne, wenn sich kein anderer Kurs bewegte.',
  'explain.atStop':
    'Verlust, wenn die Order genau am Stop-Loss schließt, mit Gebühr. Eine Kurslücke kann ihn vergrößern.',
};
