import type * as english from '../../en/server/public.ts';
import type { TextsLike } from '../../texts-like.ts';

export const publicPages: TextsLike<typeof english.publicPages> = {
  pages: {
    log: 'Registro pubblico',
    status: 'Stato',
    verify: 'Verifica',
  },
  status: {
    title: 'Stato',
    lead: 'Ogni notte ogni saldo, ricevuta e voce viene ricalcolato dalla registrazione di tutte le decisioni e confrontato con ciò che è conservato.',
    good: 'Tutto coincide',
    bad: 'Qualcosa non coincide',
    unfinished: 'L’ultimo controllo non è terminato',
    none: 'Non ancora controllato',
    since: 'Dal {time}.',
    checked: 'Ultimo controllo: {time}.',
    nights: '90 notti',
    checksGood: '{good} controlli su {count} coincidevano.',
    what: 'Che cosa è stato controllato',
    part: 'Parte',
    compared: 'Confrontati',
    result: 'Risultato',
    agrees: 'coincide',
    nothing: 'Ancora nulla da confrontare',
    differs: 'differisce',
    json: 'In formato JSON',
    own: 'Lo calcola il server stesso della società. Per controllare senza di esso, usi il registro pubblico.',
    parts: {
      journal: 'Registrazione delle decisioni',
      balances: 'Saldi e movimenti',
      tables: 'Ordini e pagamenti',
      receipts: 'Ricevute e firme',
      log: 'Registro pubblico',
      liabilities: 'Totali dovuti ai clienti',
      payments: 'Pagamenti usati una sola volta',
      snapshots: 'Istantanee',
      operators: 'Azioni degli operatori',
      'sign-ins': 'Accessi',
    },
  },
  log: {
    title: 'Registro pubblico',
    lead: 'I prezzi di ogni secondo, ogni ricevuta e ogni regola sono voci. Chi conserva uno stato firmato vede se una voce viene poi modificata o tolta.',
    none: 'Il registro non ha ancora uno stato firmato.',
    entries: 'Voci',
    audit: 'Ultimo controllo notturno',
    asSigned: 'Lo stato più recente, come firmato',
    key: 'Chiave del registro',
    keep: 'Conservi questa chiave: serve per ogni controllo.',
    check: 'Controlli di persona',
    compare:
      'Nessun testimone indipendente firma ancora questo registro: confronti gli stati firmati con altre persone.',
    build: {
      title: 'Che cosa fornisce questo server',
      page: 'Pagina di verifica',
      files: 'File dell’app',
      entry: 'Voce {entry} del registro',
      none: 'Non ancora nel registro',
      compare:
        'Compilalo dai sorgenti e confronta: ogni file ha lo stesso SHA-256, altrimenti questo server ne fornisce un altro.',
    },
  },
  liabilities: {
    title: 'Dovuto ai clienti',
    none: 'Nessun totale è stato ancora calcolato. Se ne fa uno al giorno per i conti reali.',
    proves:
      'Dimostra: ogni cliente che trova il proprio saldo nell’albero è contato in questa somma, nessun conto negativo la riduce e coincide con il libro mastro.',
    provesNot:
      'Non dimostra: che la società possieda questo denaro, né che siano contati i clienti che non hanno guardato.',
    currency: 'Valuta',
    day: 'Giorno',
    sum: 'Somma',
    root: 'Radice dell’albero',
    faults: {
      negative: 'Non calcolato: del denaro bloccato è sotto zero',
      'not-tied': 'Non calcolato: i conti non coincidono con il libro mastro',
      'too-large': 'Non calcolato: la somma è troppo grande',
    },
  },
};
