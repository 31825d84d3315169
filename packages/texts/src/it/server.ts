import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': 'Margin call: la sua equity non copre più il margine. Aggiunga fondi o chiuda posizioni.',
  'margin-call-ended': 'La margin call è terminata: la sua equity copre di nuovo il margine.',
  'stop-out':
    'Stop out: {code} (ordine {order}) è stato chiuso perché la sua equity era troppo bassa. Risultato {amount}.',
  'stop-out-paused': 'È previsto uno stop out e il mercato è chiuso. Avverrà all’apertura.',
  'stop-out-resumed': 'Nessuno stop out è più in attesa.',
  'stop-out-noticed':
    'Dal {time} il livello di stop out delle sue posizioni aperte è {level}. Fino ad allora resta quello attuale.',
  'stop-out-raised':
    'Dal {time} il livello di stop out delle sue posizioni aperte è {level}; fino ad allora resta {before}. Chiudendo posizioni o aggiungendo fondi resta al di sopra.',
  'stop-out-notice-ended': 'Il livello di stop out del suo conto è ora {level}.',
  'swap-noticed':
    '{code} ({side}): dal {time} lo swap delle sue posizioni aperte è di {after} punti per notte; fino ad allora {before}. Non viene addebitato a una posizione chiusa prima.',
  'swap-noticed-now':
    '{code} ({side}): lo swap è ora di {after} punti per notte, prima {before}. Vale per la sua posizione, aperta dopo la modifica.',
  'order-cancelled': 'L’ordine pendente {order} su {code} è stato annullato: il margine libero non bastava.',
  'order-expired': 'L’ordine pendente {order} su {code} è scaduto.',
  'negative-balance-covered': 'Il saldo era sceso sotto zero. Abbiamo coperto {amount}: non deve nulla.',
  'alert-fired': '{code} ha raggiunto il suo avviso a {price}.',
  'swap-alert-fired': 'Swap di stanotte delle sue posizioni aperte: {amount}.',
  'result-alert-fired': 'La sua posizione {order} su {code} ha raggiunto il suo avviso: {amount}, swap incluso.',
  'margin-alert-fired': 'Il suo livello di margine è {level} e ha raggiunto il suo avviso.',
  'alert-fired-percent': '{code} si è mosso del {level} da quando ha impostato l’avviso, a {price}.',
  'deposit-credited': 'Il suo deposito di {amount} è stato accreditato.',
  'deposit-rejected': 'Il suo deposito di {amount} non è stato accettato. Il motivo è nello storico dei depositi.',
  'withdrawal-requested': 'È stato chiesto un prelievo di {amount}.',
  'withdrawal-approved': 'Il suo prelievo di {amount} è approvato e verrà pagato.',
  'withdrawal-paid': 'Il suo prelievo di {amount} è stato pagato.',
  'withdrawal-rejected': 'Il suo prelievo di {amount} è stato respinto. L’intero importo è tornato nel saldo.',
  'withdrawal-taken-back': 'Il suo prelievo di {amount} è stato revocato perché il saldo era sceso sotto zero.',
  'correction-posted':
    'Sul suo conto è stata registrata una rettifica di {amount}. Il motivo è nello storico del conto.',
  'order-filled-buy': '{lots} {code} comprati a {price}.',
  'order-filled-sell': '{lots} {code} venduti a {price}.',
  'order-closed': '{code} chiuso a {price}. Risultato netto {amount}.',
  'stop-loss-hit': 'Stop loss: {code} chiuso a {price}. Risultato netto {amount}.',
  'take-profit-hit': 'Take profit: {code} chiuso a {price}. Risultato netto {amount}.',
  'password-changed': 'La sua password è stata cambiata.',
  'second-factor-added': 'Un secondo fattore è stato aggiunto al suo conto.',
  'second-factor-removed': 'Un secondo fattore è stato rimosso dal suo conto.',
  'signed-in-new-device': 'Il suo conto è stato usato su un nuovo dispositivo.',
  'method-bound': 'Un metodo di prelievo è stato aggiunto al suo conto.',
  'method-removed': 'Un metodo di prelievo è stato rimosso dal suo conto.',
  'verification-approved': 'La sua identità è verificata.',
  'verification-rejected':
    'La sua verifica di identità non è stata accettata. Il motivo è nella pagina della verifica.',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'acquisto', sell: 'vendita' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'Ordine eseguito o chiuso',
  stops: 'Stop loss o take profit raggiunto',
  'stop-out': 'Stop out',
  'margin-call': 'Margin call',
  alert: 'Avviso scattato',
  'swap-alert': 'Avviso sullo swap',
  'result-alert': 'Avviso sul risultato di una posizione',
  'margin-alert': 'Avviso sul livello di margine',
  money: 'Deposito o prelievo',
  security: 'Nuovo accesso o credenziali cambiate',
  verification: 'Verifica di identità decisa',
  terms: 'Condizioni che cambiano per lei',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'Denaro di prova',
  'demo-return': 'Denaro di prova restituito al ripristino',
  'trade-fee': 'Commissione di gestione',
  'trade-profit': 'Profitto di un ordine',
  'trade-loss': 'Perdita di un ordine',
  swap: 'Costo di swap',
  'negative-balance': 'Saldo negativo coperto',
  deposit: 'Deposito',
  'withdrawal-lock': 'Prelievo richiesto',
  'withdrawal-release': 'Prelievo restituito',
  'withdrawal-paid': 'Prelievo pagato',
  'withdrawal-fee': 'Commissione di prelievo',
  correction: 'Rettifica',
  'closing-remainder': 'Resto inferiore a un centesimo alla chiusura',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'Richiesto',
  approved: 'Approvato',
  paid: 'Pagato',
  rejected: 'Rifiutato',
  cancelled: 'Annullato',
  held: 'Trattenuto fino a {time}',
  marketClosed: 'In attesa che il mercato della posizione apra',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'Questo pagamento è stato dichiarato più di una volta. Stiamo verificando chi lo ha effettuato e mostreremo qui il risultato. Se ha altre prove, le invii all’assistenza.',
  lost: 'Abbiamo verificato che questo pagamento non è suo, perciò non è stato accreditato. Se lo ha effettuato lei, invii la prova all’assistenza.',
};
