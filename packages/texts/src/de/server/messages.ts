import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = 'Geben Sie ihn an niemanden weiter: Niemand bei {company} wird Sie danach fragen.';
const notYou =
  'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und wenden Sie sich an den Kundenservice.';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: 'Ihr Code zur Registrierung',
    text: `Ihr Code zur Registrierung bei {company} lautet {code}. Er ist {minutes} Minuten gültig.\n\n${secret}\n\nWenn Sie diesen Code nicht angefordert haben, können Sie diese Nachricht ignorieren.`,
    sms: '{company}: {code} ist Ihr Code zur Registrierung, {minutes} Minuten gültig. Geben Sie ihn an niemanden weiter.',
  },
  'code-reset': {
    subject: 'Ihr Code zum Zurücksetzen des Passworts',
    text: `Ihr Code zum Zurücksetzen des Passworts bei {company} lautet {code}. Er ist {minutes} Minuten gültig.\n\n${secret}\n\nWenn Sie diesen Code nicht angefordert haben, können Sie diese Nachricht ignorieren. Ihr Passwort bleibt unverändert.`,
    sms: '{company}: {code} ist Ihr Code für ein neues Passwort, {minutes} Minuten gültig. Geben Sie ihn an niemanden weiter.',
  },
  'code-step-up': {
    subject: 'Ihr Bestätigungscode',
    text: `Ihr Code zur Bestätigung Ihrer Identität bei {company} lautet {code}. Er ist {minutes} Minuten gültig.\n\n${secret}\n\nWenn Sie diesen Code nicht angefordert haben, hat möglicherweise jemand Zugriff auf Ihr Konto: Ändern Sie sofort Ihr Passwort.`,
    sms: '{company}: {code} ist Ihr Bestätigungscode, {minutes} Minuten gültig. Geben Sie ihn an niemanden weiter.',
  },
  'already-registered': {
    subject: 'Sie haben bereits ein Konto',
    text: 'Mit dieser Adresse oder Nummer wurde eine Registrierung bei {company} angefordert. Sie haben hier bereits ein Konto: Bitte melden Sie sich an oder setzen Sie Ihr Passwort zurück, falls Sie es vergessen haben.\n\nWenn Sie das nicht waren, können Sie diese Nachricht ignorieren. Es hat sich nichts geändert.',
    sms: '{company}: Sie haben bereits ein Konto. Bitte melden Sie sich an oder setzen Sie Ihr Passwort zurück.',
  },
  'signed-in-new-device': {
    subject: 'Neue Anmeldung bei Ihrem Konto',
    text: `Bei Ihrem Konto bei {company} gab es eine Anmeldung von einem neuen Gerät.\n\nGerät: {device}\nZeit: {timeMs}\n\n${notYou}`,
    sms: '{company}: Neue Anmeldung bei Ihrem Konto von einem anderen Gerät. Nicht Sie? Setzen Sie sofort Ihr Passwort zurück.',
  },
  'password-changed': {
    subject: 'Ihr Passwort wurde geändert',
    text: `Das Passwort Ihres Kontos bei {company} wurde geändert.\n\nZeit: {timeMs}\n\n${notYou}`,
    sms: '{company}: Ihr Passwort wurde geändert. Nicht Sie? Wenden Sie sich sofort an den Kundenservice.',
  },
  'second-factor-added': {
    subject: 'Ein zweiter Faktor wurde hinzugefügt',
    text: `Ihrem Konto bei {company} wurde ein zweiter Faktor hinzugefügt.\n\nZeit: {timeMs}\n\n${notYou}`,
    sms: '{company}: Ihrem Konto wurde ein zweiter Faktor hinzugefügt. Nicht Sie? Wenden Sie sich sofort an den Kundenservice.',
  },
  'second-factor-removed': {
    subject: 'Ein zweiter Faktor wurde entfernt',
    text: `Von Ihrem Konto bei {company} wurde ein zweiter Faktor entfernt.\n\nZeit: {timeMs}\n\n${notYou}`,
    sms: '{company}: Von Ihrem Konto wurde ein zweiter Faktor entfernt. Nicht Sie? Wenden Sie sich sofort an den Kundenservice.',
  },
  'account-closed': {
    subject: 'Ihr Konto ist geschlossen',
    text: 'Sie haben Ihr Konto bei {company} geschlossen.\n\nZeit: {timeMs}\n\nIhre persönlichen Daten werden so lange aufbewahrt, wie das Gesetz es verlangt, und dann gelöscht.\n\nWenn Sie das nicht waren, wenden Sie sich sofort an den Kundenservice.',
    sms: '{company}: Ihr Konto ist geschlossen. Nicht Sie? Wenden Sie sich sofort an den Kundenservice.',
  },
  'verification-approved': {
    subject: 'Ihre Identität ist verifiziert',
    text: 'Ihre Dokumente wurden geprüft. Ihre Identität bei {company} ist nun verifiziert, Sie müssen nichts weiter tun.',
  },
  'verification-rejected': {
    subject: 'Ihre Verifizierung wurde nicht angenommen',
    text: 'Ihre Verifizierung bei {company} wurde nicht angenommen.\n\nGrund: {reason}\n\nBitte melden Sie sich an und senden Sie Ihre Dokumente erneut.',
  },
  'margin-call': {
    subject: 'Margin Call für Ihr Konto {uid}',
    text: 'Das Margin-Level Ihres Kontos {uid} bei {company} ist auf {levelE2} gefallen.\n\nFällt es weiter, werden Positionen automatisch geschlossen. Sie können es erhöhen, indem Sie Positionen schließen oder Geld einzahlen.',
  },
  'stop-out': {
    subject: 'Stop-Out: Ihre Order {orderId} wurde geschlossen',
    text: 'Die Order {orderId} Ihres Kontos {uid} bei {company} wurde automatisch geschlossen, weil das Margin-Level zu weit gefallen war.\n\nEinzelheiten finden Sie in Ihrer Orderhistorie.',
  },
  'stop-out-noticed': {
    subject: 'Ihr Stop-Out-Level steigt auf {levelE2}',
    text: 'Ab {fromMs} werden Positionen Ihres Kontos {uid} bei {company} bei einem Margin-Level von {levelE2} oder weniger automatisch geschlossen. Bis dahin bleibt das jetzige Level.\n\nSie können Ihr Margin-Level erhöhen, indem Sie Positionen schließen oder einzahlen.',
  },
  'swap-noticed': {
    subject: 'Ihr Swap für {code} wird schlechter',
    text: '{change}\n\nDas betrifft Ihr Konto {uid} bei {company}. Sie müssen nicht antworten.',
  },
  'deposit-credited': {
    subject: 'Ihre Einzahlung von {amount} ist gutgeschrieben',
    text: 'Ihre Einzahlung von {amount} wurde Ihrem Konto {uid} bei {company} gutgeschrieben.',
  },
  'deposit-rejected': {
    subject: 'Ihre Einzahlung wurde nicht angenommen',
    text: 'Ihre Einzahlung von {amount} auf Ihr Konto {uid} bei {company} wurde nicht angenommen.\n\nDen Grund finden Sie bei Ihren Einzahlungen.',
  },
  'withdrawal-requested': {
    subject: 'Eine Auszahlung von {amount} wurde beantragt',
    text: 'Von Ihrem Konto {uid} bei {company} wurde eine Auszahlung von {amount} beantragt.\n\nWaren Sie es nicht? Melden Sie sich an, stornieren Sie sie im Auszahlungsverlauf und setzen Sie sofort Ihr Passwort zurück.',
    sms: '{company}: Eine Auszahlung von {amount} wurde beantragt. Nicht Sie? Stornieren Sie sie und setzen Sie sofort Ihr Passwort zurück.',
  },
  'withdrawal-approved': {
    subject: 'Ihre Auszahlung von {amount} ist genehmigt',
    text: 'Ihre Auszahlung von {amount} von Ihrem Konto {uid} bei {company} ist genehmigt und wird ausgeführt.\n\nFalls Sie sie nicht beantragt haben, wenden Sie sich sofort an den Support.',
  },
  'withdrawal-paid': {
    subject: 'Ihre Auszahlung von {amount} ist ausgeführt',
    text: 'Ihre Auszahlung von {amount} von Ihrem Konto {uid} bei {company} wurde ausgeführt.\n\nFalls Sie sie nicht beantragt haben, wenden Sie sich sofort an den Support.',
  },
  'withdrawal-rejected': {
    subject: 'Ihre Auszahlung wurde abgelehnt',
    text: 'Ihre Auszahlung von {amount} von Ihrem Konto {uid} bei {company} wurde abgelehnt. Der ganze Betrag ist wieder in Ihrem Guthaben.\n\nDen Grund finden Sie bei Ihren Auszahlungen.',
  },
  'withdrawal-taken-back': {
    subject: 'Ihre Auszahlung wurde zurückgenommen',
    text: 'Ihre Auszahlung von {amount} wurde zurückgenommen, weil Ihr Guthaben unter null gefallen war. ({company}, {uid})\n\nDen Grund finden Sie bei Ihren Auszahlungen.',
  },
  'correction-posted': {
    subject: 'Korrektur auf Ihrem Konto',
    text: 'Auf Ihrem Konto {uid} bei {company} wurde eine Korrektur von {amount} gebucht. Zwei Personen haben sie genehmigt.\n\nDen Grund finden Sie im Kontoverlauf.',
  },
  'account-disabled': {
    subject: 'Ihr Konto wurde gesperrt',
    text: 'Ihr Konto bei {company} wurde gesperrt. Sie können sich nicht mehr anmelden.\n\nBei Fragen wenden Sie sich bitte an den Kundenservice.',
    sms: '{company}: Ihr Konto wurde gesperrt. Bitte wenden Sie sich an den Kundenservice.',
  },
  'method-bound': {
    subject: 'Neue Auszahlungsmethode',
    text: `Ihrem Konto bei {company} wurde eine Auszahlungsmethode hinzugefügt.\n\n{method}\nZeit: {timeMs}\n\nDarüber kann ab {usableAtMs} ausgezahlt werden.\n\n${notYou}`,
    sms: '{company}: Eine neue Auszahlungsmethode wurde hinzugefügt. Nicht Sie? Setzen Sie sofort Ihr Passwort zurück.',
  },
  'method-removed': {
    subject: 'Auszahlungsmethode entfernt',
    text: `Aus Ihrem Konto bei {company} wurde eine Auszahlungsmethode entfernt.\n\n{method}\nZeit: {timeMs}\n\n${notYou}`,
    sms: '{company}: Eine Auszahlungsmethode wurde entfernt. Nicht Sie? Setzen Sie sofort Ihr Passwort zurück.',
  },
};

export const takeBackLine: string =
  'Zurücknehmen können Sie es innerhalb von 7 Tagen über diesen Link, ohne sich anzumelden: {link}';
