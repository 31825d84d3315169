import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': 'マージンコール：有効証拠金が証拠金を下回りました。入金するか、ポジションを決済してください。',
  'margin-call-ended': 'マージンコールは解除されました：有効証拠金が再び証拠金を上回りました。',
  'stop-out': 'ロスカット：有効証拠金の低下により {code}（注文 {order}）を決済しました。損益 {amount}。',
  'stop-out-paused': 'ロスカットが必要ですが市場が休場中です。開場後に決済されます。',
  'stop-out-resumed': '待機中のロスカットはなくなりました。',
  'stop-out-noticed':
    '{time} から保有ポジションのロスカット水準は {level} になります。それまでは現在の水準のままです。',
  'stop-out-raised':
    '{time} から保有ポジションのロスカット水準は {level} になり、それまでは {before} のままです。ポジションの決済または入金で、これを上回ることができます。',
  'stop-out-notice-ended': '口座のロスカット水準は {level} になりました。',
  'swap-noticed':
    '{code}（{side}）：{time} から保有ポジションのスワップは1泊 {after} ポイントになり、それまでは {before} です。それより前に決済したポジションにはかかりません。',
  'swap-noticed-now':
    '{code}（{side}）：スワップは1泊 {after} ポイントになりました（以前は {before}）。変更後に建てたポジションに適用されます。',
  'order-cancelled': '{code} の待機注文 {order} は、余剰証拠金が不足したため取り消されました。',
  'order-expired': '{code} の待機注文 {order} は有効期限が切れました。',
  'negative-balance-covered': '残高がゼロを下回りましたが、当社が {amount} を補填しました。お支払いは不要です。',
  'alert-fired': '{code} がアラートの {price} に達しました。',
  'swap-alert-fired': '保有ポジションの今夜のスワップ：{amount}。',
  'result-alert-fired': '{code} のポジション {order} がアラートに達しました：{amount}（スワップ込み）。',
  'margin-alert-fired': '証拠金維持率が {level} になり、アラートに達しました。',
  'alert-fired-percent': 'アラートの設定後、{code} は {level} 動き、{price} になりました。',
  'deposit-credited': '{amount} の入金が口座に反映されました。',
  'deposit-rejected': '{amount} の入金は承認されませんでした。理由は入金履歴に記載しています。',
  'withdrawal-requested': '{amount} の出金が申請されました。',
  'withdrawal-approved': '{amount} の出金が承認されました。まもなくお支払いします。',
  'withdrawal-paid': '{amount} の出金のお支払いが完了しました。',
  'withdrawal-rejected': '{amount} の出金は却下されました。全額を残高に戻しました。',
  'withdrawal-taken-back': '残高がゼロを下回ったため、{amount} の出金は取り消されました。',
  'correction-posted': '口座に {amount} の訂正を計上しました。理由は口座履歴に記載しています。',
  'order-filled-buy': '{lots} {code} を {price} で買いました。',
  'order-filled-sell': '{lots} {code} を {price} で売りました。',
  'order-closed': '{code} を {price} で決済しました。純損益 {amount}。',
  'stop-loss-hit': '損切り：{code} を {price} で決済しました。純損益 {amount}。',
  'take-profit-hit': '利確：{code} を {price} で決済しました。純損益 {amount}。',
  'password-changed': 'パスワードが変更されました。',
  'second-factor-added': '口座に二段階認証が追加されました。',
  'second-factor-removed': '口座から二段階認証が削除されました。',
  'signed-in-new-device': '新しい端末で口座が使われました。',
  'method-bound': '口座に出金方法が追加されました。',
  'method-removed': '口座から出金方法が削除されました。',
  'verification-approved': '本人確認が完了しました。',
  'verification-rejected': '本人確認は承認されませんでした。理由は本人確認のページにあります。',
};

export const sides: TextsLike<typeof english.sides> = { buy: '買い', sell: '売り' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: '注文の約定と決済',
  stops: '損切りまたは利確',
  'stop-out': 'ロスカット',
  'margin-call': 'マージンコール',
  alert: 'アラートの到達',
  'swap-alert': 'スワップのアラート',
  'result-alert': 'ポジション損益のアラート',
  'margin-alert': '証拠金維持率のアラート',
  money: '入金または出金',
  security: '新しいログインまたは認証情報の変更',
  verification: '本人確認の結果',
  terms: 'お客様に関わる条件の変更',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': '練習用資金',
  'demo-return': 'リセット時に返却した練習用資金',
  'trade-fee': '取引手数料',
  'trade-profit': '注文の利益',
  'trade-loss': '注文の損失',
  swap: 'スワップ',
  'negative-balance': 'マイナス残高の補填',
  deposit: '入金',
  'withdrawal-lock': '出金申請',
  'withdrawal-release': '出金の返金',
  'withdrawal-paid': '出金完了',
  'withdrawal-fee': '出金手数料',
  correction: '訂正',
  'closing-remainder': '解約時の1セント未満の端数',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: '申請済み',
  approved: '承認済み',
  paid: '支払済み',
  rejected: '却下',
  cancelled: 'キャンセル済み',
  held: '{time} まで保留',
  marketClosed: '保有銘柄の市場が開くまで待機',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'この入金には複数の申告があります。どなたのお支払いかを確認中で、結果はここに表示します。ほかに証明があればサポートへお送りください。',
  lost: '確認の結果、この入金はお客様のお支払いではないと判断し、反映しませんでした。お支払いになった場合は証明をサポートへお送りください。',
};
