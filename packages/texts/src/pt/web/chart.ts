import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'Sessões de mercado',
  'chart.sessionsHint': 'Horário habitual no relógio de cada praça. A hora abaixo do gráfico: {zone}.',
  'chart.sessionsNotHere': 'Em barras de uma hora ou menos.',
  'chart.ticksNote': 'Cotações desde a abertura desta página, no máximo as últimas {count}',
  'chart.notOnTicks': 'Fora do gráfico de cotações.',
  'chart.full': 'Ecrã inteiro',
  'chart.leaveFull': 'Sair do ecrã inteiro',
  'chart.moveKeys': 'Mover as teclas para o outro lado',
  'chart.setOnChart': 'Definir no gráfico',
  'chart.dragToSet': 'Arraste a linha para definir o preço',
  'chart.magnet': 'Íman: os pontos prendem-se aos preços da barra',
  'chart.drawingColour': 'Cor {number} de {count}',
  'chart.sideBySide': 'Gráficos lado a lado',
  'chart.place': 'Gráfico {number}',
  'chart.toTicket': 'Negociar pelo gráfico {number}',
  'chart.link': 'Ligar o gráfico {number} aos outros',
  'chart.linkedHint': 'Os gráficos ligados mostram a mira no mesmo instante.',
  'chart.sameInstrument': 'Mesmo instrumento nos gráficos ligados',
  'chart.samePeriod': 'Mesmo período nos gráficos ligados',
};
