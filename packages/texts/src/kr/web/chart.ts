import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': '거래 시간대',
  'chart.sessionsHint': '각 시장의 현지 시계에 따른 통상 시간입니다. 차트 아래 시각: {zone}.',
  'chart.sessionsNotHere': '한 시간 이하의 봉에 표시됩니다.',
  'chart.ticksNote': '이 페이지를 연 뒤의 호가, 최근 {count}개까지',
  'chart.notOnTicks': '호가 차트에는 표시되지 않습니다.',
  'chart.full': '전체 화면',
  'chart.leaveFull': '전체 화면 끝내기',
  'chart.moveKeys': '버튼을 반대쪽으로 옮기기',
  'chart.setOnChart': '차트에서 지정',
  'chart.dragToSet': '선을 끌어 가격을 정하세요',
  'chart.magnet': '자석: 점을 봉의 가격에 맞춤',
  'chart.drawingColour': '색 {number}/{count}',
  'chart.sideBySide': '나란히 보는 차트',
  'chart.place': '차트 {number}',
  'chart.toTicket': '차트 {number}에서 거래',
  'chart.link': '차트 {number}을(를) 다른 차트와 연결',
  'chart.linkedHint': '연결된 차트는 같은 시각에 십자선을 표시합니다.',
  'chart.sameInstrument': '연결된 차트에 같은 상품',
  'chart.samePeriod': '연결된 차트에 같은 주기',
};
