import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call':
    'Margin Call: Ihr Eigenkapital deckt die Margin nicht mehr. Zahlen Sie ein oder schließen Sie Positionen.',
  'margin-call-ended': 'Der Margin Call ist beendet: Ihr Eigenkapital deckt die Margin wieder.',
  'stop-out':
    'Stop-Out: {code} (Order {order}) wurde geschlossen, weil Ihr Eigenkapital zu niedrig war. Ergebnis {amount}.',
  'stop-out-paused': 'Ein Stop-Out steht an, der Markt ist geschlossen. Positionen werden bei Öffnung geschlossen.',
  'stop-out-resumed': 'Es steht kein Stop-Out mehr an.',
  'stop-out-noticed':
    'Ab {time} gilt für Ihre offenen Positionen das Stop-Out-Level {level}. Bis dahin bleibt das jetzige.',
  'stop-out-raised':
    'Ab {time} gilt für Ihre offenen Positionen das Stop-Out-Level {level}, bis dahin bleibt es bei {before}. Wenn Sie Positionen schließen oder einzahlen, bleiben Sie darüber.',
  'stop-out-notice-ended': 'Das Stop-Out-Level Ihres Kontos ist jetzt {level}.',
  'swap-noticed':
    '{code} ({side}): Ab {time} beträgt der Swap Ihrer offenen Positionen {after} Punkte je Nacht, bis dahin {before}. Für eine Position, die Sie vorher schließen, fällt er nicht an.',
  'swap-noticed-now':
    '{code} ({side}): Der Swap beträgt jetzt {after} Punkte je Nacht, vorher {before}. Er gilt für Ihre Position, die nach der Änderung eröffnet wurde.',
  'order-cancelled': 'Die Pending Order {order} für {code} wurde storniert: Die freie Margin reichte nicht.',
  'order-expired': 'Die Pending Order {order} für {code} ist abgelaufen.',
  'negative-balance-covered':
    'Ihr Guthaben war unter null gefallen. Wir haben {amount} übernommen: Sie schulden nichts.',
  'alert-fired': '{code} hat Ihren Alarm bei {price} erreicht.',
  'swap-alert-fired': 'Swap Ihrer offenen Positionen heute Nacht: {amount}.',
  'result-alert-fired': 'Ihre Position {order} in {code} hat Ihren Alarm erreicht: {amount}, Swap eingerechnet.',
  'margin-alert-fired': 'Ihr Margin-Level beträgt {level} und hat Ihren Alarm erreicht.',
  'alert-fired-percent': '{code} hat sich seit dem Setzen Ihres Alarms um {level} bewegt, auf {price}.',
  'deposit-credited': 'Ihre Einzahlung von {amount} wurde gutgeschrieben.',
  'deposit-rejected': 'Ihre Einzahlung von {amount} wurde nicht angenommen. Der Grund steht bei Ihren Einzahlungen.',
  'withdrawal-requested': 'Eine Auszahlung von {amount} wurde beantragt.',
  'withdrawal-approved': 'Ihre Auszahlung von {amount} ist genehmigt und wird ausgeführt.',
  'withdrawal-paid': 'Ihre Auszahlung von {amount} wurde ausgeführt.',
  'withdrawal-rejected': 'Ihre Auszahlung von {amount} wurde abgelehnt. Der ganze Betrag ist wieder in Ihrem Guthaben.',
  'withdrawal-taken-back':
    'Ihre Auszahlung von {amount} wurde zurückgenommen, weil Ihr Guthaben unter null gefallen war.',
  'correction-posted': 'Auf Ihrem Konto wurde eine Korrektur von {amount} gebucht. Der Grund steht im Kontoverlauf.',
  'order-filled-buy': '{lots} {code} zu {price} gekauft.',
  'order-filled-sell': '{lots} {code} zu {price} verkauft.',
  'order-closed': '{code} zu {price} geschlossen. Nettoergebnis {amount}.',
  'stop-loss-hit': 'Stop-Loss: {code} zu {price} geschlossen. Nettoergebnis {amount}.',
  'take-profit-hit': 'Take-Profit: {code} zu {price} geschlossen. Nettoergebnis {amount}.',
  'password-changed': 'Ihr Passwort wurde geändert.',
  'second-factor-added': 'Ihrem Konto wurde ein zweiter Faktor hinzugefügt.',
  'second-factor-removed': 'Ein zweiter Faktor wurde von Ihrem Konto entfernt.',
  'signed-in-new-device': 'Ihr Konto wurde auf einem neuen Gerät benutzt.',
  'method-bound': 'Ihrem Konto wurde ein Auszahlungsweg hinzugefügt.',
  'method-removed': 'Ein Auszahlungsweg wurde von Ihrem Konto entfernt.',
  'verification-approved': 'Ihre Identität ist bestätigt.',
  'verification-rejected': 'Ihre Identitätsprüfung wurde nicht angenommen. Der Grund steht auf der Seite der Prüfung.',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'Kauf', sell: 'Verkauf' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'Order ausgeführt oder geschlossen',
  stops: 'Stop-Loss oder Take-Profit erreicht',
  'stop-out': 'Stop-Out',
  'margin-call': 'Margin Call',
  alert: 'Alarm ausgelöst',
  'swap-alert': 'Swap-Alarm',
  'result-alert': 'Alarm zum Ergebnis einer Position',
  'margin-alert': 'Alarm zum Margin-Level',
  money: 'Ein- oder Auszahlung',
  security: 'Neue Anmeldung oder geänderte Zugangsdaten',
  verification: 'Identitätsprüfung entschieden',
  terms: 'Bedingungen, die sich für Sie ändern',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'Übungsgeld',
  'demo-return': 'Übungsgeld, beim Zurücksetzen zurückgegeben',
  'trade-fee': 'Gebühr',
  'trade-profit': 'Gewinn einer Order',
  'trade-loss': 'Verlust einer Order',
  swap: 'Swap-Gebühr',
  'negative-balance': 'Negativer Saldo ausgeglichen',
  deposit: 'Einzahlung',
  'withdrawal-lock': 'Auszahlung beantragt',
  'withdrawal-release': 'Auszahlung zurückgebucht',
  'withdrawal-paid': 'Auszahlung ausgeführt',
  'withdrawal-fee': 'Auszahlungsgebühr',
  correction: 'Korrektur',
  'closing-remainder': 'Rest unter einem Cent bei der Schließung',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'Beantragt',
  approved: 'Genehmigt',
  paid: 'Ausgezahlt',
  rejected: 'Abgelehnt',
  cancelled: 'Storniert',
  held: 'Zurückgehalten bis {time}',
  marketClosed: 'Wartet, bis der Markt Ihrer Position öffnet',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'Diese Zahlung wurde mehr als einmal gemeldet. Wir prüfen, wer sie geleistet hat, und zeigen das Ergebnis hier. Weitere Nachweise senden Sie bitte an den Support.',
  lost: 'Die Prüfung ergab, dass diese Zahlung nicht von Ihnen stammt; sie wurde nicht gutgeschrieben. Haben Sie sie geleistet, senden Sie bitte Ihren Nachweis an den Support.',
};
