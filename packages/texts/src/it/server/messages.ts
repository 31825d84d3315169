import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = 'Non lo comunichi a nessuno: nessun dipendente di {company} glielo chiederà.';
const notYou = 'Se non è stato lei, reimposti subito la password e contatti l’assistenza.';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: 'Il suo codice di registrazione',
    text: `Il suo codice per registrarsi presso {company} è {code}. È valido per {minutes} minuti.\n\n${secret}\n\nSe non ha richiesto questo codice, può ignorare questo messaggio.`,
    sms: '{company}: {code} è il suo codice di registrazione, valido {minutes} minuti. Non lo comunichi a nessuno.',
  },
  'code-reset': {
    subject: 'Il suo codice per reimpostare la password',
    text: `Il suo codice per reimpostare la password presso {company} è {code}. È valido per {minutes} minuti.\n\n${secret}\n\nSe non ha richiesto questo codice, può ignorare questo messaggio. La sua password resta invariata.`,
    sms: '{company}: {code} è il suo codice per reimpostare la password, valido {minutes} minuti. Non lo comunichi a nessuno.',
  },
  'code-step-up': {
    subject: 'Il suo codice di conferma',
    text: `Il suo codice per confermare la sua identità presso {company} è {code}. È valido per {minutes} minuti.\n\n${secret}\n\nSe non ha richiesto questo codice, qualcuno potrebbe avere accesso al suo account: cambi subito la password.`,
    sms: '{company}: {code} è il suo codice di conferma, valido {minutes} minuti. Non lo comunichi a nessuno.',
  },
  'already-registered': {
    subject: 'Lei ha già un account',
    text: 'È stata richiesta una registrazione presso {company} con questo indirizzo o numero. Lei ha già un account: acceda o, se ha dimenticato la password, la reimposti.\n\nSe non è stato lei, può ignorare questo messaggio. Non è cambiato nulla.',
    sms: '{company}: lei ha già un account. Acceda o, se ha dimenticato la password, la reimposti.',
  },
  'signed-in-new-device': {
    subject: 'Nuovo accesso al suo account',
    text: `È stato effettuato un accesso al suo account presso {company} da un nuovo dispositivo.\n\nDispositivo: {device}\nData: {timeMs}\n\n${notYou}`,
    sms: '{company}: nuovo accesso al suo account da un altro dispositivo. Se non è stato lei, reimposti subito la password.',
  },
  'password-changed': {
    subject: 'La sua password è stata cambiata',
    text: `La password del suo account presso {company} è stata cambiata.\n\nData: {timeMs}\n\n${notYou}`,
    sms: '{company}: la sua password è stata cambiata. Se non è stato lei, ci contatti subito.',
  },
  'second-factor-added': {
    subject: 'È stato aggiunto un secondo fattore',
    text: `È stato aggiunto un secondo fattore al suo account presso {company}.\n\nData: {timeMs}\n\n${notYou}`,
    sms: '{company}: un secondo fattore è stato aggiunto al suo account. Se non è stato lei, ci contatti subito.',
  },
  'second-factor-removed': {
    subject: 'È stato rimosso un secondo fattore',
    text: `È stato rimosso un secondo fattore dal suo account presso {company}.\n\nData: {timeMs}\n\n${notYou}`,
    sms: '{company}: un secondo fattore è stato rimosso dal suo account. Se non è stato lei, ci contatti subito.',
  },
  'account-closed': {
    subject: 'Il suo account è chiuso',
    text: 'Ha chiuso il suo account presso {company}.\n\nOra: {timeMs}\n\nI suoi dati personali sono conservati per il tempo richiesto dalla legge e poi cancellati.\n\nSe non è stato lei, contatti subito l’assistenza.',
    sms: '{company}: il suo account è stato chiuso. Se non è stato lei, ci contatti subito.',
  },
  'verification-approved': {
    subject: 'La sua identità è verificata',
    text: 'I suoi documenti sono stati esaminati. La sua identità presso {company} è ora verificata e non deve fare altro.',
  },
  'verification-rejected': {
    subject: 'La sua verifica non è stata accettata',
    text: 'La sua verifica presso {company} non è stata accettata.\n\nMotivo: {reason}\n\nAcceda e invii di nuovo i suoi documenti.',
  },
  'margin-call': {
    subject: 'Margin call per il suo conto {uid}',
    text: 'Il livello di margine del suo conto {uid} presso {company} è sceso al {levelE2}.\n\nSe scende ancora, le posizioni verranno chiuse automaticamente. Può aumentarlo chiudendo posizioni o versando fondi.',
  },
  'stop-out': {
    subject: 'Stop-out: il suo ordine {orderId} è stato chiuso',
    text: 'L’ordine {orderId} del suo conto {uid} presso {company} è stato chiuso automaticamente, perché il livello di margine era sceso troppo.\n\nTrova i dettagli nello storico degli ordini.',
  },
  'stop-out-noticed': {
    subject: 'Il suo livello di stop-out sale a {levelE2}',
    text: 'Dal {fromMs} le posizioni del suo conto {uid} presso {company} saranno chiuse automaticamente a un livello di margine di {levelE2} o inferiore. Fino ad allora resta il livello attuale.\n\nPuò aumentare il livello di margine chiudendo posizioni o aggiungendo fondi.',
  },
  'swap-noticed': {
    subject: 'Il suo swap su {code} peggiora',
    text: '{change}\n\nRiguarda il suo conto {uid} presso {company}. Non è necessario rispondere.',
  },
  'deposit-credited': {
    subject: 'Il suo deposito di {amount} è accreditato',
    text: 'Il suo deposito di {amount} è stato accreditato sul suo conto {uid} presso {company}.',
  },
  'deposit-rejected': {
    subject: 'Il suo deposito non è stato accettato',
    text: 'Il suo deposito di {amount} sul suo conto {uid} presso {company} non è stato accettato.\n\nPuò leggere il motivo nello storico dei depositi.',
  },
  'withdrawal-requested': {
    subject: 'È stato chiesto un prelievo di {amount}',
    text: 'È stato chiesto un prelievo di {amount} dal suo conto {uid} presso {company}.\n\nNon è stato lei? Acceda, lo annulli nello storico dei prelievi e reimposti subito la password.',
    sms: '{company}: chiesto un prelievo di {amount}. Non è stato lei? Lo annulli e reimposti subito la password.',
  },
  'withdrawal-approved': {
    subject: 'Il suo prelievo di {amount} è approvato',
    text: 'Il suo prelievo di {amount} dal suo conto {uid} presso {company} è approvato e verrà pagato.\n\nSe non lo ha chiesto lei, contatti subito l’assistenza.',
  },
  'withdrawal-paid': {
    subject: 'Il suo prelievo di {amount} è pagato',
    text: 'Il suo prelievo di {amount} dal suo conto {uid} presso {company} è stato pagato.\n\nSe non lo ha chiesto lei, contatti subito l’assistenza.',
  },
  'withdrawal-rejected': {
    subject: 'Il suo prelievo è stato respinto',
    text: 'Il suo prelievo di {amount} dal suo conto {uid} presso {company} è stato respinto. L’intero importo è tornato nel saldo.\n\nPuò leggere il motivo nello storico dei prelievi.',
  },
  'withdrawal-taken-back': {
    subject: 'Il suo prelievo è stato revocato',
    text: 'Il suo prelievo di {amount} è stato revocato perché il saldo era sceso sotto zero. ({company}, {uid})\n\nPuò leggere il motivo nello storico dei prelievi.',
  },
  'correction-posted': {
    subject: 'Una rettifica sul suo conto',
    text: 'Sul suo conto {uid} presso {company} è stata registrata una rettifica di {amount}. Due persone l’hanno approvata.\n\nPuò leggere il motivo nello storico del conto.',
  },
  'account-disabled': {
    subject: 'Il suo account è stato disattivato',
    text: 'Il suo account presso {company} è stato disattivato. Non può più accedere.\n\nPer domande contatti l’assistenza.',
    sms: '{company}: il suo account è stato disattivato. Ci contatti.',
  },
  'method-bound': {
    subject: 'Nuovo metodo di prelievo',
    text: `Un metodo di prelievo è stato aggiunto al suo conto presso {company}.\n\n{method}\nOra: {timeMs}\n\nVi si potrà prelevare a partire da: {usableAtMs}.\n\n${notYou}`,
    sms: '{company}: aggiunto un nuovo metodo di prelievo. Non è stato lei? Reimposti subito la password.',
  },
  'method-removed': {
    subject: 'Metodo di prelievo rimosso',
    text: `Un metodo di prelievo è stato rimosso dal suo conto presso {company}.\n\n{method}\nOra: {timeMs}\n\n${notYou}`,
    sms: '{company}: rimosso un metodo di prelievo. Non è stato lei? Reimposti subito la password.',
  },
};

export const takeBackLine: string = 'Può annullare entro 7 giorni con questo link, senza accedere: {link}';
