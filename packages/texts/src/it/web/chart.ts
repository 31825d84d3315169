import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'Sessioni di mercato',
  'chart.sessionsHint': 'Orari abituali secondo l’orologio di ogni piazza. L’ora sotto il grafico: {zone}.',
  'chart.sessionsNotHere': 'Su barre di un’ora al massimo.',
  'chart.ticksNote': 'Quotazioni dall’apertura di questa pagina, al massimo le ultime {count}',
  'chart.notOnTicks': 'Non sul grafico delle quotazioni.',
  'chart.full': 'Schermo intero',
  'chart.leaveFull': 'Esci da schermo intero',
  'chart.moveKeys': 'Sposta i tasti dall’altro lato',
  'chart.setOnChart': 'Imposta sul grafico',
  'chart.dragToSet': 'Trascina la linea per impostare il prezzo',
  'chart.magnet': 'Calamita: i punti si agganciano ai prezzi della barra',
  'chart.drawingColour': 'Colore {number} di {count}',
  'chart.sideBySide': 'Grafici affiancati',
  'chart.place': 'Grafico {number}',
  'chart.toTicket': 'Opera dal grafico {number}',
  'chart.link': 'Collega il grafico {number} agli altri',
  'chart.linkedHint': 'I grafici collegati mostrano il mirino allo stesso istante.',
  'chart.sameInstrument': 'Stesso strumento nei grafici collegati',
  'chart.samePeriod': 'Stesso periodo nei grafici collegati',
};
