import type * as english from '../../en/web/alerts.ts';
import type { TextsLike } from '../../texts-like.ts';

export const alerts: TextsLike<typeof english.alerts> = {
  'alerts.title': 'Alarme',
  'alerts.active': 'Aktiv',
  'alerts.fired': 'Ausgelöst',
  'alerts.new': 'Neuer Alarm',
  'alerts.count': '{count} von {max}',
  'alerts.distance': 'Abstand jetzt',
  'alerts.above': '{code} bei oder über {price}',
  'alerts.below': '{code} bei oder unter {price}',
  'alerts.atOrAbove': 'Bei oder über',
  'alerts.atOrBelow': 'Bei oder unter',
  'alerts.sellPrice': 'Verkaufskurs',
  'alerts.buyPrice': 'Kaufkurs',
  'alerts.away': 'noch {pips}',
  'alerts.once': 'einmal',
  'alerts.onceNote':
    'Wird auf dem Server geprüft, an den Kursen, zu denen Orders ausgeführt werden. Er löst einmal aus.',
  'alerts.firedAt': 'Ausgelöst bei {price}',
  'alerts.remove': 'Den Alarm {name} entfernen',
  'alerts.removed': 'Der Alarm wurde entfernt.',
  'alerts.on': 'Alarm für {code}',
  'alerts.direction': 'Richtung',
  'alerts.watched': 'Beobachteter Kurs',
  'alerts.price': 'Alarmkurs',
  'alerts.set': 'Alarm bei {price} setzen',
  'alerts.done': 'Alarm gesetzt: {name}',
  'alerts.reached': 'Der Kurs ist schon dort',
  'alerts.note':
    'Alarme werden auf dem Server geprüft, an denselben Kursen, zu denen Orders ausgeführt werden, auch bei geschlossener App.',
  'alerts.emptyTitle': 'Keine Alarme',
  'alerts.emptyText': 'Setzen Sie einen mit der Glocke neben einem Instrument oder hier.',
  'alerts.noneFired': 'Zuletzt keiner ausgelöst',
  'alerts.noneFiredText': 'Ausgelöste Alarme stehen hier.',
  'alerts.failed': 'Alarme wurden nicht geladen',
  'alerts.add': 'Einen Alarm für {code} setzen',
};
