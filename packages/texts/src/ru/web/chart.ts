import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'Торговые сессии',
  'chart.sessionsHint': 'Обычные часы по времени каждого центра. Время под графиком: {zone}.',
  'chart.sessionsNotHere': 'Показываются на барах не длиннее часа.',
  'chart.ticksNote': 'Котировки с открытия страницы, не более {count} последних',
  'chart.notOnTicks': 'Не показывается на графике котировок.',
  'chart.full': 'Во весь экран',
  'chart.leaveFull': 'Выйти из полного экрана',
  'chart.moveKeys': 'Переместить кнопки на другую сторону',
  'chart.setOnChart': 'Указать на графике',
  'chart.dragToSet': 'Перетащите линию, чтобы указать цену',
  'chart.magnet': 'Магнит: точки прилипают к ценам бара',
  'chart.drawingColour': 'Цвет {number} из {count}',
  'chart.sideBySide': 'Графики рядом',
  'chart.place': 'График {number}',
  'chart.toTicket': 'Торговать с графика {number}',
  'chart.link': 'Связать график {number} с остальными',
  'chart.linkedHint': 'Связанные графики показывают перекрестие в одно и то же время.',
  'chart.sameInstrument': 'Один инструмент на связанных графиках',
  'chart.samePeriod': 'Один период на связанных графиках',
};
