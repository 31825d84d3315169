import type * as english from '../../en/web/ways.ts';
import type { TextsLike } from '../../texts-like.ts';

export const ways: TextsLike<typeof english.ways> = {
  'push.title': 'Auch bei geschlossener App erfahren?',
  'push.text': 'Ihr Alarm ist gesetzt. Eine Push-Nachricht erreicht Sie am schnellsten, wenn er auslöst.',
  'push.example': 'Ihr Alarm hat ausgelöst. Beispiel',
  'push.kinds': 'Alarme, Ausführungen, Margin Calls',
  'push.choose': 'Sie wählen je Ereignis, jederzeit',
  'push.never': 'Keine Angebote, keine Aufforderungen zum Handeln',
  'push.notNow': 'Nicht jetzt',
  'push.allow': 'Push erlauben',
  'push.on': 'Dieses Gerät bekommt jetzt Push-Nachrichten.',
  'push.blocked':
    'Der Browser erlaubt für diese Seite keine Benachrichtigungen. Das lässt sich in seinen Einstellungen ändern.',
  'push.failed': 'Push ließ sich nicht einschalten. Bitte versuchen Sie es später.',
  'notices.all': 'Alle',
  'notices.noneOfKind': 'Noch nichts dieser Art',
  'notices.showAll': 'Alle anzeigen',
  'push.device': 'Push auf diesem Gerät',
  'push.deviceText': 'Erreicht Sie bei geschlossener App',
  'push.missing':
    'Dieser Browser nimmt keine Push-Nachrichten an. Auf dem iPhone legen Sie die App zuerst auf den Home-Bildschirm.',
  'ways.title': 'Was Sie erreicht',
  'ways.event': 'Ereignis',
  'ways.push': 'Push',
  'ways.mail': 'E-Mail',
  'ways.app': 'App',
  'ways.choice': '{event}: {way}',
  'ways.always': 'Immer an',
  'ways.quiet': 'Ruhezeit',
  'ways.quietText':
    '{from}–{to}, {zone}. Margin Call, Stop-Out, Sicherheit und E-Mails mit Schloss kommen trotzdem; der Rest steht in der Liste.',
  'ways.from': 'Ruhe ab',
  'ways.to': 'Ruhe bis',
  'ways.amounts': 'Beträge in Push',
  'ways.amountsText': 'Aus zeigt auf dem Sperrbildschirm nur „{event}“',
  'ways.lockNote':
    'Ein Schloss heißt: nicht abschaltbar, denn es geht um Ihr Geld oder Ihr Konto oder um die Liste selbst.',
  'ways.failed': 'Die Auswahl wurde nicht geladen',
  'ways.noMail': 'Für E-Mails fehlt diesem Konto eine Adresse.',
  'ways.addMail': 'Mit einer Adresse registrieren',
};
