import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': '取引時間帯',
  'chart.sessionsHint': '各市場の現地時計による通常の時間です。チャート下の時刻：{zone}。',
  'chart.sessionsNotHere': '1 時間以下の足に表示します。',
  'chart.ticksNote': 'このページを開いてからの気配値（最大で直近 {count} 件）',
  'chart.notOnTicks': 'ティックのチャートには表示しません。',
  'chart.full': '全画面',
  'chart.leaveFull': '全画面を終了',
  'chart.moveKeys': 'ボタンを反対側へ移動',
  'chart.setOnChart': 'チャートで指定',
  'chart.dragToSet': '線をドラッグして価格を指定',
  'chart.magnet': 'マグネット：点を足の価格に合わせる',
  'chart.drawingColour': '色 {number}／{count}',
  'chart.sideBySide': '並べて表示するチャート',
  'chart.place': 'チャート {number}',
  'chart.toTicket': 'チャート {number} で取引する',
  'chart.link': 'チャート {number} を他と連動させる',
  'chart.linkedHint': '連動するチャートは同じ時刻に十字線を表示します。',
  'chart.sameInstrument': '連動するチャートは同じ銘柄',
  'chart.samePeriod': '連動するチャートは同じ期間',
};
