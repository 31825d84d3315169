import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = 'このコードは誰にも教えないでください。{company} の担当者がお尋ねすることはありません。';
const notYou = 'お心当たりがない場合は、すぐにパスワードを再設定し、サポートにお問い合わせください。';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: '登録用の認証コード',
    text: `{company} の登録用の認証コードは {code} です。有効時間は {minutes} 分です。\n\n${secret}\n\nお心当たりがない場合は、このメッセージを無視してください。`,
    sms: '{company}：登録用の認証コードは {code} です（{minutes} 分間有効）。誰にも教えないでください。',
  },
  'code-reset': {
    subject: 'パスワード再設定用の認証コード',
    text: `{company} のパスワード再設定用の認証コードは {code} です。有効時間は {minutes} 分です。\n\n${secret}\n\nお心当たりがない場合は、このメッセージを無視してください。パスワードは変更されません。`,
    sms: '{company}：パスワード再設定用の認証コードは {code} です（{minutes} 分間有効）。誰にも教えないでください。',
  },
  'code-step-up': {
    subject: 'ご本人確認用の認証コード',
    text: `{company} のご本人確認用の認証コードは {code} です。有効時間は {minutes} 分です。\n\n${secret}\n\nお心当たりがない場合は、第三者がアカウントを利用しているおそれがあります。すぐにパスワードを変更してください。`,
    sms: '{company}：ご本人確認用の認証コードは {code} です（{minutes} 分間有効）。誰にも教えないでください。',
  },
  'already-registered': {
    subject: 'アカウントはすでに登録されています',
    text: 'このメールアドレスまたは電話番号で {company} への登録申請がありました。すでにアカウントをお持ちですので、ログインしてください。パスワードをお忘れの場合は再設定してください。\n\nお心当たりがない場合は、このメッセージを無視してください。何も変更されていません。',
    sms: '{company}：すでにアカウントをお持ちです。ログインするか、パスワードをお忘れの場合は再設定してください。',
  },
  'signed-in-new-device': {
    subject: 'アカウントへの新しいログイン',
    text: `{company} のアカウントに新しい端末からログインがありました。\n\n端末：{device}\n日時：{timeMs}\n\n${notYou}`,
    sms: '{company}：別の端末からログインがありました。お心当たりがない場合は、すぐにパスワードを再設定してください。',
  },
  'password-changed': {
    subject: 'パスワードが変更されました',
    text: `{company} のアカウントのパスワードが変更されました。\n\n日時：{timeMs}\n\n${notYou}`,
    sms: '{company}：パスワードが変更されました。お心当たりがない場合は、すぐにサポートにお問い合わせください。',
  },
  'second-factor-added': {
    subject: '二段階認証が追加されました',
    text: `{company} のアカウントに二段階認証が追加されました。\n\n日時：{timeMs}\n\n${notYou}`,
    sms: '{company}：二段階認証が追加されました。お心当たりがない場合は、すぐにサポートにお問い合わせください。',
  },
  'second-factor-removed': {
    subject: '二段階認証が解除されました',
    text: `{company} のアカウントの二段階認証が一つ解除されました。\n\n日時：{timeMs}\n\n${notYou}`,
    sms: '{company}：二段階認証が一つ解除されました。お心当たりがない場合は、すぐにサポートにお問い合わせください。',
  },
  'account-closed': {
    subject: '口座が解約されました',
    text: '{company} の口座を解約されました。\n\n日時：{timeMs}\n\nお客様の個人情報は法律で定められた期間保管され、その後消去されます。\n\nお心当たりがない場合は、すぐにサポートにお問い合わせください。',
    sms: '{company}：口座が解約されました。お心当たりがない場合は、すぐにサポートにお問い合わせください。',
  },
  'verification-approved': {
    subject: '本人確認が完了しました',
    text: '書類の審査が終わり、{company} での本人確認が完了しました。これ以上のお手続きは必要ありません。',
  },
  'verification-rejected': {
    subject: '本人確認が承認されませんでした',
    text: '{company} での本人確認は承認されませんでした。\n\n理由：{reason}\n\nログインのうえ、書類を再度ご提出ください。',
  },
  'margin-call': {
    subject: '口座 {uid} のマージンコール',
    text: '{company} の口座 {uid} の証拠金維持率が {levelE2} まで低下しました。\n\nさらに低下すると、ポジションは自動的に決済されます。ポジションの決済または入金により、維持率を上げることができます。',
  },
  'stop-out': {
    subject: 'ロスカット：注文 {orderId} が決済されました',
    text: '証拠金維持率が低下したため、{company} の口座 {uid} の注文 {orderId} が自動的に決済されました。\n\n詳細は取引履歴でご確認いただけます。',
  },
  'stop-out-noticed': {
    subject: 'ロスカット水準が {levelE2} に上がります',
    text: '{fromMs} から、{company} の口座 {uid} のポジションは、証拠金維持率が {levelE2} 以下で自動的に決済されます。それまでは現在の水準のままです。\n\nポジションの決済または入金で証拠金維持率を上げることができます。',
  },
  'swap-noticed': {
    subject: '{code} のスワップが不利に変わります',
    text: '{change}\n\n{company} の口座 {uid} に関するお知らせです。ご返信は不要です。',
  },
  'deposit-credited': {
    subject: '{amount} の入金が反映されました',
    text: '{company} の口座 {uid} に {amount} の入金が反映されました。',
  },
  'deposit-rejected': {
    subject: '入金は承認されませんでした',
    text: '{company} の口座 {uid} への {amount} の入金は承認されませんでした。\n\n理由は入金履歴でご確認いただけます。',
  },
  'withdrawal-requested': {
    subject: '{amount} の出金が申請されました',
    text: '{company} の口座 {uid} から {amount} の出金が申請されました。\n\nお心当たりがない場合は、すぐにログインして出金履歴で取り消し、パスワードを再設定してください。',
    sms: '{company}：{amount} の出金が申請されました。お心当たりがない場合は、取り消してすぐにパスワードを再設定してください。',
  },
  'withdrawal-approved': {
    subject: '{amount} の出金が承認されました',
    text: '{company} の口座 {uid} からの {amount} の出金が承認されました。まもなくお支払いします。\n\nお心当たりがない場合は、すぐにサポートへご連絡ください。',
  },
  'withdrawal-paid': {
    subject: '{amount} の出金をお支払いしました',
    text: '{company} の口座 {uid} からの {amount} の出金をお支払いしました。\n\nお心当たりがない場合は、すぐにサポートへご連絡ください。',
  },
  'withdrawal-rejected': {
    subject: '出金は却下されました',
    text: '{company} の口座 {uid} からの {amount} の出金は却下されました。全額を残高に戻しました。\n\n理由は出金履歴でご確認いただけます。',
  },
  'withdrawal-taken-back': {
    subject: '出金が取り消されました',
    text: '残高がゼロを下回ったため、{amount} の出金は取り消されました。 ({company}, {uid})\n\n理由は出金履歴でご確認いただけます。',
  },
  'correction-posted': {
    subject: '口座に訂正を計上しました',
    text: '{company} の口座 {uid} に {amount} の訂正を計上しました。二名が承認しています。\n\n理由は口座履歴でご確認いただけます。',
  },
  'account-disabled': {
    subject: 'アカウントが無効になりました',
    text: '{company} のアカウントが無効になりました。今後はログインできません。\n\nご不明な点はサポートにお問い合わせください。',
    sms: '{company}：アカウントが無効になりました。サポートにお問い合わせください。',
  },
  'method-bound': {
    subject: '出金方法が追加されました',
    text: `{company} のお客様の口座に、出金方法が追加されました。\n\n{method}\n日時：{timeMs}\n\n{usableAtMs} から出金できるようになります。\n\n${notYou}`,
    sms: '{company}：新しい出金方法が追加されました。お心当たりがない場合は、すぐにパスワードを再設定してください。',
  },
  'method-removed': {
    subject: '出金方法が削除されました',
    text: `{company} のお客様の口座から、出金方法が削除されました。\n\n{method}\n日時：{timeMs}\n\n${notYou}`,
    sms: '{company}：出金方法が削除されました。お心当たりがない場合は、すぐにパスワードを再設定してください。',
  },
};

export const takeBackLine: string = '7 日以内に次のリンクからログインせずに取り消せます：{link}';
