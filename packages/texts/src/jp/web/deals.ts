import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': '2つ目の注文の価格',
  'oco.title': '一方の約定で他方を取消',
  'oco.text': '2つの注文の一方が約定すると、もう一方は取り消されます。',
  'oco.side': '2つ目の注文の売買',
  'oco.rest': 'ロット、倍率、期限、ストップの距離は1つ目の注文と同じです。',
  'oco.placed': '2つの注文を出し、関連付けました',
  'oco.firstOnly': '1つ目の注文は出されましたが、2つ目は出せませんでした: {reason}',
  'oco.link': '別の注文と関連付ける',
  'oco.unlink': '関連付けを解除',
  'oco.choose': 'ほかの待機注文',
  'oco.linked': '注文を関連付けました',
  'oco.unlinked': '関連付けを解除しました',
  'oco.none': '関連付けられる注文がありません',
  'oco.noneText': '先に別の待機注文を出してください。すでに関連付けた注文は表示されません。',
  'oco.tag': '関連付け済み',
  'order.edit': '注文を変更',
  'order.pickDay': '日を選ぶ',
  'order.notFound': '注文が見つかりません',
  'order.notFoundText': 'この口座にはこの番号の注文がありません。',
};
