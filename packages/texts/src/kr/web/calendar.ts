import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': '경제 캘린더',
  'calendar.range': '기간',
  'calendar.tomorrow': '내일',
  'calendar.week': '7일',
  'calendar.currency': '통화',
  'calendar.every': '모든 통화',
  'calendar.importance': '중요도',
  'calendar.from1': '전체',
  'calendar.from2': '보통 이상',
  'calendar.from3': '높음만',
  'calendar.grade1': '낮음',
  'calendar.grade2': '보통',
  'calendar.grade3': '높음',
  'calendar.actual': '실제 {value}',
  'calendar.forecast': '예측 {value}',
  'calendar.previous': '이전 {value}',
  'calendar.none': '항목 없음',
  'calendar.noneEver': '이 회사에서는 아직 아무도 일정을 입력하지 않았습니다.',
  'calendar.noneHere': '이 기간과 필터에 맞는 항목이 없습니다.',
  'calendar.failed': '캘린더를 불러오지 못했습니다',
  'calendar.note': '항목과 수치는 회사가 제공한 것입니다.',
  'calendar.soon': '{minutes}분 후: {title} ({currency}), 중요도 {grade}',
};
