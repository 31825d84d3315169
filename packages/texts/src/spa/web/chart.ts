import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'Sesiones de mercado',
  'chart.sessionsHint': 'Horas habituales según el reloj de cada plaza. La hora bajo el gráfico: {zone}.',
  'chart.sessionsNotHere': 'En barras de una hora o menos.',
  'chart.ticksNote': 'Cotizaciones desde que se abrió esta página, las últimas {count} como máximo',
  'chart.notOnTicks': 'No en el gráfico de cotizaciones.',
  'chart.full': 'Pantalla completa',
  'chart.leaveFull': 'Salir de pantalla completa',
  'chart.moveKeys': 'Mover las teclas al otro lado',
  'chart.setOnChart': 'Fijar en el gráfico',
  'chart.dragToSet': 'Arrastre la línea para fijar el precio',
  'chart.magnet': 'Imán: los puntos se ajustan a los precios de la barra',
  'chart.drawingColour': 'Color {number} de {count}',
  'chart.sideBySide': 'Gráficos en paralelo',
  'chart.place': 'Gráfico {number}',
  'chart.toTicket': 'Operar desde el gráfico {number}',
  'chart.link': 'Vincular el gráfico {number} con los demás',
  'chart.linkedHint': 'Los gráficos vinculados muestran la cruz en el mismo instante.',
  'chart.sameInstrument': 'Mismo instrumento en los gráficos vinculados',
  'chart.samePeriod': 'Mismo periodo en los gráficos vinculados',
};
