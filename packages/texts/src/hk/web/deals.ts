import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': '第二張訂單的價格',
  'oco.title': '其一成交，取消另一張',
  'oco.text': '兩張訂單其中一張成交時，另一張會取消。',
  'oco.side': '第二張訂單的方向',
  'oco.rest': '手數、槓桿倍數、到期及止損距離與第一張訂單相同。',
  'oco.placed': '兩張訂單已下單並連結',
  'oco.firstOnly': '第一張訂單已下單，第二張未能下單：{reason}',
  'oco.link': '連結另一張訂單',
  'oco.unlink': '取消連結',
  'oco.choose': '其他掛單',
  'oco.linked': '訂單已連結',
  'oco.unlinked': '連結已取消',
  'oco.none': '沒有可連結的訂單',
  'oco.noneText': '請先下另一張掛單。已連結的訂單不會顯示。',
  'oco.tag': '已連結',
  'order.edit': '修改訂單',
  'order.pickDay': '選擇日期',
  'order.notFound': '找不到訂單',
  'order.notFoundText': '此帳戶沒有這個號碼的訂單。',
};
