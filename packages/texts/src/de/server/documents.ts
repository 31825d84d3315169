import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: 'Kontoauszug',
  account: 'Konto',
  kind: 'Kontoart',
  demo: 'Demokonto: nur Übungsgeld',
  real: 'Echtes Konto',
  currency: 'Währung',
  period: 'Zeitraum',
  zone: 'Zeitzone',
  madeAt: 'Erstellt am',
  opening: 'Anfangssaldo',
  closing: 'Endsaldo',
  sum: 'Summe',
  postings: 'Änderungen des Saldos',
  time: 'Zeit',
  reason: 'Grund',
  order: 'Order',
  amount: 'Betrag',
  balance: 'Saldo danach',
  totals: 'Summen nach Grund',
  count: 'Anzahl',
  orders: 'Im Zeitraum geschlossene Orders',
  instrument: 'Instrument',
  side: 'Richtung',
  buy: 'Kauf',
  sell: 'Verkauf',
  lots: 'Lots',
  opened: 'Eröffnet',
  closed: 'Geschlossen',
  openPrice: 'Eröffnungskurs',
  closePrice: 'Schlusskurs',
  beforeCosts: 'Vor Kosten',
  spread: 'Spread',
  gross: 'Bruttoergebnis',
  fee: 'Gebühr',
  swap: 'Swap',
  net: 'Nettoergebnis',
  page: 'Seite',
  reconciled:
    'Geprüft: Anfangssaldo und alle Änderungen ergeben den Endsaldo; Ergebnis, Gebühr und Swap jeder Order sind die gebuchten.',
  spreadNote:
    'Spread: halbes (Ask − Bid) bei Eröffnung und halbes bei Schließung × Einheiten × Umrechnungskurs. Er ist im Bruttoergebnis enthalten. Die Gebühr wird bei Eröffnung berechnet; ein geschlossener Teil trägt seinen Anteil.',
};

export const ownData: TextsLike<typeof english.ownData> = {
  title: 'Alles, was über Sie gespeichert ist',
  fields: 'Die Namen der Felder sind die der JSON-Datei, die alle Zeilen vollständig enthält. Zeiten in UTC.',
  more: 'Hier stehen die ersten {rows}; die JSON-Datei enthält alle.',
  letters: 'Zeichen, die in der Schrift dieses PDF fehlen, stehen als Nummer da, etwa U+4E2D.',
  kinds: {
    profile: 'Angaben zur Person',
    preferences: 'Einstellungen',
    favourites: 'Favoriten',
    notice_choices: 'Gewählte Mitteilungen',
    push_devices: 'Geräte für Mitteilungen',
    limits: 'Eigene Grenzen',
    ranking: 'Rangliste',
    sessions: 'Sitzungen',
    devices: 'Geräte',
    passkeys: 'Hinterlegte Passkeys',
    sign_ins: 'Anmeldungen',
    read_articles: 'Gelesene Artikel',
    notices: 'Mitteilungen',
    verifications: 'Identitätsprüfungen',
    payout_methods: 'Auszahlungsmethoden',
    deposits: 'Einzahlungen',
    withdrawals: 'Auszahlungen',
    corrections: 'Korrekturen',
    live_orders: 'Offene Orders',
    ended_orders: 'Beendete Orders',
    trade_notes: 'Notizen zu Geschäften',
    postings: 'Buchungen',
    locked_postings: 'Buchungen gesperrten Geldes',
    receipts: 'Belege',
  },
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: 'Am {time} wurde eine Auszahlung von {amount} beantragt.',
  method: 'Am {time} wurde die Auszahlungsmethode {method} hinzugefügt.',
  ask: 'Waren Sie es nicht? Nehmen Sie es hier zurück, ohne sich anzumelden.',
  askMethod: 'Noch nicht genehmigte Auszahlungen über diese Auszahlungsmethode werden ebenfalls storniert.',
  button: 'Zurücknehmen',
  doneWithdrawal: 'Zurückgenommen. Der Betrag ist wieder in Ihrem Guthaben.',
  doneMethod: 'Die Auszahlungsmethode wurde entfernt; noch nicht genehmigte Auszahlungen darüber wurden storniert.',
  advice: 'Setzen Sie jetzt Ihr Passwort zurück: Jemand anderes hat vielleicht Zugang zu Ihrem Konto.',
  contact: 'Kontakt:',
};

const abroad =
  'Wegen internationaler Sanktionen oder Warnungen vor Geldwäsche, oder weil das dortige Recht Privatkunden den Handel mit solchen Kontrakten nicht erlaubt:';

export const countries: TextsLike<typeof english.countries> = {
  title: 'Länder, die wir nicht bedienen',
  intro:
    'Aus Gründen der Unternehmenspolitik erbringt {company} in den folgenden Ländern und Regionen keine Dienstleistungen.',
  byLaw: {
    international: abroad,
    eu: 'Wegen internationaler Sanktionen oder Warnungen vor Geldwäsche, oder weil das dortige Recht, auch innerhalb der Europäischen Union, das Angebot solcher Kontrakte an Privatkunden nicht erlaubt:',
    uk: abroad,
  },
  byCompany: 'Aus eigener Entscheidung des Unternehmens:',
  means:
    'Mit einer Mobilnummer dieser Länder ist keine Registrierung möglich, und wer dort lebt, darf kein Konto eröffnen. Diese Liste ergibt sich aus den Regeln, nach denen das Unternehmen arbeitet, und aus seinen Einstellungen; sie ist immer aktuell.',
};
