import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'Prezzo del secondo ordine',
  'oco.title': 'Uno annulla l’altro',
  'oco.text': 'Quando uno dei due ordini viene eseguito, l’altro è annullato.',
  'oco.side': 'Lato del secondo ordine',
  'oco.rest': 'Lotti, moltiplicatore, scadenza e distanze degli stop sono quelli del primo ordine.',
  'oco.placed': 'I due ordini sono inseriti e collegati',
  'oco.firstOnly': 'Il primo ordine è inserito, il secondo no: {reason}',
  'oco.link': 'Collega a un altro ordine',
  'oco.unlink': 'Rimuovi il collegamento',
  'oco.choose': 'Altri ordini pendenti',
  'oco.linked': 'Gli ordini sono collegati',
  'oco.unlinked': 'Il collegamento è rimosso',
  'oco.none': 'Nessun ordine da collegare',
  'oco.noneText': 'Inserisca prima un altro ordine pendente. Gli ordini già collegati non compaiono.',
  'oco.tag': 'Collegato',
  'order.edit': 'Modifica ordine',
  'order.pickDay': 'Scegli un giorno',
  'order.notFound': 'Ordine non trovato',
  'order.notFoundText': 'Questo conto non ha un ordine con questo numero.',
  'cost.title': 'Quanto costa',
  'cost.swapNight': 'Swap per notte',
  'cost.total': 'Costo di apertura e chiusura',
  'explain.about': 'Su questo valore: {name}',
  'explain.formula': 'Ora: {formula}',
  'explain.balance': 'Denaro del conto. Le posizioni aperte lo cambiano con commissioni e swap, e quando si chiudono.',
  'explain.netValue': 'Saldo più il profitto o la perdita delle posizioni aperte.',
  'explain.profit': 'Variazione del prezzo × unità di ogni posizione aperta, al prezzo a cui si chiuderebbe ora.',
  'explain.margin':
    'Trattenuto per le posizioni aperte: lotti × unità × prezzo di apertura ÷ moltiplicatore, fissato all’apertura.',
  'explain.available': 'Equity meno margine: quanto possono usare nuovi ordini e prelievi.',
  'explain.ratio': 'Equity ÷ margine. Più è basso, più vicini sono margin call e stop out.',
  'explain.riskRate': 'Margine ÷ equity: la parte del Suo denaro che è trattenuta.',
  'explain.fee': 'Addebitata una volta, all’apertura.',
  'explain.spread': 'Dal prezzo di vendita a quello di acquisto: un ordine si apre a uno e si chiude all’altro.',
  'explain.swap':
    'Addebitato alle posizioni aperte alle 17:00 di New York, tre notti insieme in un giorno della settimana. Un più viene pagato a Lei.',
  'explain.stopOutPrice': 'Il prezzo a cui inizierebbe lo stop out se nessun altro prezzo si muovesse.',
  'explain.atStop':
    'Perdita se l’ordine si chiude esattamente allo stop loss, con la commissione. Un gap può peggiorarla.',
};
