import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'Handelssitzungen',
  'chart.sessionsHint': 'Übliche Zeiten nach der Uhr jedes Platzes. Die Zeit unter dem Diagramm: {zone}.',
  'chart.sessionsNotHere': 'Auf Balken von höchstens einer Stunde.',
  'chart.ticksNote': 'Kursänderungen seit dem Öffnen dieser Seite, höchstens die letzten {count}',
  'chart.notOnTicks': 'Auf Einzelkursen nicht gezeichnet.',
  'chart.full': 'Vollbild',
  'chart.leaveFull': 'Vollbild verlassen',
  'chart.moveKeys': 'Tasten auf die andere Seite',
  'chart.setOnChart': 'Im Diagramm setzen',
  'chart.dragToSet': 'Linie ziehen, um den Kurs zu setzen',
  'chart.magnet': 'Magnet: Punkte springen auf die Kurse eines Balkens',
  'chart.drawingColour': 'Farbe {number} von {count}',
  'chart.sideBySide': 'Diagramme nebeneinander',
  'chart.place': 'Diagramm {number}',
  'chart.toTicket': 'Mit Diagramm {number} handeln',
  'chart.link': 'Diagramm {number} mit den anderen verknüpfen',
  'chart.linkedHint': 'Verknüpfte Diagramme zeigen das Fadenkreuz zur selben Zeit.',
  'chart.sameInstrument': 'Gleiches Instrument in verknüpften Diagrammen',
  'chart.samePeriod': 'Gleiche Periode in verknüpften Diagrammen',
};
