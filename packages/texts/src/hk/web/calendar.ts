import type * as english from '../../en/web/calendar.ts';
import type { TextsLike } from '../../texts-like.ts';

export const calendar: TextsLike<typeof english.calendar> = {
  'calendar.title': '財經日曆',
  'calendar.range': '時段',
  'calendar.tomorrow': '明天',
  'calendar.week': '7 天',
  'calendar.currency': '貨幣',
  'calendar.every': '所有貨幣',
  'calendar.importance': '重要性',
  'calendar.from1': '全部',
  'calendar.from2': '中和高',
  'calendar.from3': '只限高',
  'calendar.grade1': '低',
  'calendar.grade2': '中',
  'calendar.grade3': '高',
  'calendar.actual': '實際 {value}',
  'calendar.forecast': '預測 {value}',
  'calendar.previous': '前值 {value}',
  'calendar.none': '沒有項目',
  'calendar.noneEver': '此公司尚未有人輸入事件。',
  'calendar.noneHere': '此時段及篩選沒有項目。',
  'calendar.failed': '日曆未能載入',
  'calendar.note': '項目及數字由公司提供。',
  'calendar.soon': '{minutes} 分鐘後：{title}（{currency}），重要性 {grade}',
};
