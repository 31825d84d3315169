import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': '経済カレンダー',
  'calendar.range': '期間',
  'calendar.tomorrow': '明日',
  'calendar.week': '7日間',
  'calendar.currency': '通貨',
  'calendar.every': 'すべての通貨',
  'calendar.importance': '重要度',
  'calendar.from1': 'すべて',
  'calendar.from2': '中以上',
  'calendar.from3': '高のみ',
  'calendar.grade1': '低',
  'calendar.grade2': '中',
  'calendar.grade3': '高',
  'calendar.actual': '結果 {value}',
  'calendar.forecast': '予想 {value}',
  'calendar.previous': '前回 {value}',
  'calendar.none': '項目はありません',
  'calendar.noneEver': 'この会社ではまだ誰も予定を登録していません。',
  'calendar.noneHere': 'この期間と条件に合う項目はありません。',
  'calendar.failed': 'カレンダーを読み込めませんでした',
  'calendar.note': '項目と数値は会社が用意したものです。',
  'calendar.soon': '{minutes}分後：{title}（{currency}）、重要度 {grade}',
};
