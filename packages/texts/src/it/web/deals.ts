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
};
