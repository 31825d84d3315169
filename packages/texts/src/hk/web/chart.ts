import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': '交易時段',
  'chart.sessionsHint': '各中心當地時鐘的慣常時間。圖表下方的時間：{zone}。',
  'chart.sessionsNotHere': '只繪於一小時或更短的 K 線。',
  'chart.ticksNote': '自開啟此頁以來的報價，最多顯示最近 {count} 個',
  'chart.notOnTicks': '不繪於逐筆報價圖。',
  'chart.full': '全螢幕',
  'chart.leaveFull': '離開全螢幕',
  'chart.moveKeys': '將按鍵移到另一側',
  'chart.setOnChart': '在圖表上設定',
  'chart.dragToSet': '拖動線條以設定價格',
  'chart.magnet': '磁吸：點位貼合 K 線價格',
  'chart.drawingColour': '顏色 {number}／{count}',
  'chart.sideBySide': '並列圖表',
  'chart.place': '圖表 {number}',
  'chart.toTicket': '以圖表 {number} 交易',
  'chart.link': '將圖表 {number} 與其他圖表連結',
  'chart.linkedHint': '已連結的圖表會在同一時間顯示十字線。',
  'chart.sameInstrument': '已連結圖表使用相同產品',
  'chart.samePeriod': '已連結圖表使用相同週期',
};
