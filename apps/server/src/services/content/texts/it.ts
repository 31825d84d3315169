import type { CountriesText } from '../countries-text.ts';

const abroad =
  'A causa di sanzioni internazionali o di avvertimenti sul riciclaggio di denaro, o perché la legge locale non consente ai clienti al dettaglio di negoziare questi contratti:';

export const text: CountriesText = {
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
