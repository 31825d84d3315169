import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: 'Estratto conto',
  account: 'Conto',
  kind: 'Tipo di conto',
  demo: 'Conto demo: solo denaro di prova',
  real: 'Conto reale',
  currency: 'Valuta',
  period: 'Periodo',
  zone: 'Fuso orario',
  madeAt: 'Emesso il',
  opening: 'Saldo iniziale',
  closing: 'Saldo finale',
  sum: 'Totale',
  postings: 'Movimenti del saldo',
  time: 'Ora',
  reason: 'Motivo',
  order: 'Ordine',
  amount: 'Importo',
  balance: 'Saldo dopo',
  totals: 'Totali per motivo',
  count: 'Numero',
  orders: 'Ordini chiusi nel periodo',
  instrument: 'Strumento',
  side: 'Direzione',
  buy: 'Acquisto',
  sell: 'Vendita',
  lots: 'Lotti',
  opened: 'Aperto',
  closed: 'Chiuso',
  openPrice: 'Prezzo di apertura',
  closePrice: 'Prezzo di chiusura',
  beforeCosts: 'Prima dei costi',
  spread: 'Spread',
  gross: 'Risultato lordo',
  fee: 'Commissione di gestione',
  swap: 'Swap',
  net: 'Risultato netto',
  page: 'Pagina',
  reconciled:
    'Verificato: il saldo iniziale e tutti i movimenti danno il saldo finale; risultato, commissione e swap di ogni ordine sono quelli contabilizzati.',
  spreadNote:
    'Spread: metà di (ask − bid) all’apertura e metà alla chiusura × unità × tasso di conversione. È compreso nel risultato lordo. La commissione è addebitata all’apertura; una parte chiusa ne porta la sua quota.',
};

export const ownData: TextsLike<typeof english.ownData> = {
  title: 'Tutto ciò che è conservato su di te',
  fields: 'I nomi dei campi sono quelli del file JSON, che contiene tutte le righe per intero. Orari in UTC.',
  more: 'Qui ci sono le prime {rows}; il file JSON le contiene tutte.',
  letters: 'Le lettere che mancano nel carattere di questo PDF sono indicate con il loro numero, ad esempio U+4E2D.',
  kinds: {
    profile: 'Profilo',
    preferences: 'Preferenze',
    favourites: 'Preferiti',
    notice_choices: 'Avvisi scelti',
    push_devices: 'Dispositivi per gli avvisi',
    limits: 'Limiti propri',
    ranking: 'Classifica',
    sessions: 'Sessioni',
    devices: 'Dispositivi',
    passkeys: 'Chiavi di accesso',
    sign_ins: 'Accessi',
    read_articles: 'Articoli letti',
    notices: 'Avvisi',
    verifications: 'Verifiche d’identità',
    payout_methods: 'Metodi di prelievo',
    deposits: 'Depositi',
    withdrawals: 'Prelievi',
    corrections: 'Correzioni',
    live_orders: 'Ordini aperti',
    ended_orders: 'Ordini conclusi',
    trade_notes: 'Note sulle operazioni',
    postings: 'Registrazioni',
    locked_postings: 'Registrazioni di denaro bloccato',
    receipts: 'Ricevute',
  },
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: 'Il {time} è stato chiesto un prelievo di {amount}.',
  method: 'Il {time} è stato aggiunto il metodo di prelievo {method}.',
  ask: 'Non è stato lei? Annulli qui, senza accedere.',
  askMethod: 'Si annullano anche i prelievi con questo metodo di prelievo non ancora approvati.',
  button: 'Annulla',
  doneWithdrawal: 'Annullato. L’importo è tornato nel saldo.',
  doneMethod: 'Il metodo di prelievo è stato rimosso e i prelievi con esso non ancora approvati sono stati annullati.',
  advice: 'Reimposti subito la password: un’altra persona potrebbe avere accesso al suo conto.',
  contact: 'Contatti:',
};

const abroad =
  'A causa di sanzioni internazionali o di avvertimenti sul riciclaggio di denaro, o perché la legge locale non consente ai clienti al dettaglio di negoziare questi contratti:';

export const countries: TextsLike<typeof english.countries> = {
  title: 'Paesi in cui non offriamo i nostri servizi',
  intro: 'Per ragioni di policy, {company} non offre i propri servizi nei seguenti Paesi e territori.',
  byLaw: {
    international: abroad,
    eu: 'A causa di sanzioni internazionali o di avvertimenti sul riciclaggio di denaro, o perché la legge locale, anche nell’Unione europea, non consente di offrire questi contratti ai clienti al dettaglio:',
    uk: abroad,
  },
  byCompany: 'Per decisione della società stessa:',
  means:
    'Non è possibile registrarsi con un numero di cellulare di questi Paesi e chi vi risiede non può aprire un conto. L’elenco deriva dalle regole che la società segue e dalle sue impostazioni ed è sempre quello attuale.',
};
