import type * as english from '../../en/server/public.ts';
import type { TextsLike } from '../../texts-like.ts';

export const publicPages: TextsLike<typeof english.publicPages> = {
  pages: {
    log: 'Öffentliches Protokoll',
    status: 'Zustand',
    verify: 'Prüfen',
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
    checksGood: '{good} von {count} Prüfungen stimmten überein.',
    what: 'Was geprüft wurde',
    part: 'Teil',
    compared: 'Verglichen',
    result: 'Ergebnis',
    agrees: 'stimmt',
    nothing: 'Noch nichts zu vergleichen',
    differs: 'weicht ab',
    json: 'Als JSON',
    own: 'Das berechnet der Server des Unternehmens selbst. Ohne ihn prüfen Sie mit dem öffentlichen Protokoll.',
    parts: {
      journal: 'Aufzeichnung der Entscheidungen',
      balances: 'Salden und Buchungen',
      tables: 'Orders und Zahlungen',
      receipts: 'Belege und Unterschriften',
      log: 'Öffentliches Protokoll',
      liabilities: 'Summen, die den Kunden geschuldet sind',
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
    build: {
      title: 'Was dieser Server ausliefert',
      page: 'Seite zum Prüfen',
      files: 'Dateien der App',
      entry: 'Eintrag {entry} des Protokolls',
      none: 'Noch nicht im Protokoll',
      compare:
        'Bauen Sie es aus den Quellen und vergleichen Sie: Jede Datei hat denselben SHA-256, oder dieser Server liefert eine andere aus.',
    },
  },
  liabilities: {
    title: 'Den Kunden geschuldet',
    none: 'Noch wurde keine Summe gebildet. Für echte Konten gibt es täglich eine.',
    proves:
      'Das beweist: Jeder Kunde, der den eigenen Saldo im Baum findet, ist in dieser Summe gezählt, kein negatives Konto verringert sie, und sie stimmt mit dem Hauptbuch überein.',
    provesNot:
      'Das beweist nicht: dass das Unternehmen dieses Geld hat, oder dass Kunden gezählt sind, die nicht nachgesehen haben.',
    currency: 'Währung',
    day: 'Tag',
    sum: 'Summe',
    root: 'Wurzel des Baums',
    faults: {
      negative: 'Nicht gebildet: Gesperrtes Geld ist unter null',
      'not-tied': 'Nicht gebildet: Die Konten stimmen nicht mit dem Hauptbuch überein',
      'too-large': 'Nicht gebildet: Die Summe ist zu groß',
    },
  },
};
