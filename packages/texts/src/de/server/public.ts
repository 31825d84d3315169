import type * as english from '../../en/server/public.ts';
import type { TextsLike } from '../../texts-like.ts';

export const publicPages: TextsLike<typeof english.publicPages> = {
  pages: {
    log: 'Öffentliches Protokoll',
    status: 'Zustand',
  },
  status: {
    title: 'Zustand',
    lead: 'Jede Nacht wird jeder Saldo, Beleg und Eintrag aus der Aufzeichnung aller Entscheidungen neu berechnet und mit dem Gespeicherten verglichen.',
    good: 'Alles stimmt überein',
    bad: 'Etwas stimmt nicht überein',
    unfinished: 'Die letzte Prüfung wurde nicht fertig',
    none: 'Noch nicht geprüft',
    since: 'Seit {time}.',
    checked: 'Zuletzt geprüft: {time}.',
    nights: '90 Nächte',
    nightsGood: '{good} von {count} Nächten stimmten überein.',
    what: 'Was geprüft wurde',
    part: 'Teil',
    compared: 'Verglichen',
    result: 'Ergebnis',
    agrees: 'stimmt',
    differs: 'weicht ab',
    json: 'Als JSON',
    own: 'Das berechnet der Server des Unternehmens selbst. Ohne ihn prüfen Sie mit dem öffentlichen Protokoll.',
    parts: {
      journal: 'Aufzeichnung der Entscheidungen',
      balances: 'Salden und Buchungen',
      tables: 'Orders und Zahlungen',
      receipts: 'Belege und Unterschriften',
      log: 'Öffentliches Protokoll',
      payments: 'Einmal verwendete Zahlungen',
      snapshots: 'Sicherungsstände',
      operators: 'Handlungen der Mitarbeiter',
      'sign-ins': 'Anmeldungen',
    },
  },
  log: {
    title: 'Öffentliches Protokoll',
    lead: 'Die Kurse jeder Sekunde, jeder Beleg und jede Regel sind Einträge. Wer einen unterschriebenen Stand aufbewahrt, sieht, wenn ein Eintrag später geändert oder entfernt wird.',
    none: 'Das Protokoll hat noch keinen unterschriebenen Stand.',
    entries: 'Einträge',
    audit: 'Letzte nächtliche Prüfung',
    asSigned: 'Der neueste Stand, wie unterschrieben',
    key: 'Schlüssel des Protokolls',
    keep: 'Bewahren Sie diesen Schlüssel auf: Jede Prüfung braucht ihn.',
    check: 'Selbst prüfen',
    compare:
      'Noch unterschreibt kein unabhängiger Zeuge dieses Protokoll: Vergleichen Sie unterschriebene Stände mit anderen.',
  },
};
