import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: '口座明細書',
  account: '口座',
  kind: '口座の種類',
  demo: 'デモ口座：練習用資金のみ',
  real: 'リアル口座',
  currency: '通貨',
  period: '期間',
  zone: 'タイムゾーン',
  madeAt: '作成日時',
  opening: '期首残高',
  closing: '期末残高',
  sum: '合計',
  postings: '残高の変動',
  time: '日時',
  reason: '理由',
  order: '注文',
  amount: '金額',
  balance: '変動後の残高',
  totals: '理由別の合計',
  count: '件数',
  orders: '期間内に決済した注文',
  instrument: '銘柄',
  side: '売買',
  buy: '買い',
  sell: '売り',
  lots: 'ロット',
  opened: '新規',
  closed: '決済',
  openPrice: '新規価格',
  closePrice: '決済価格',
  beforeCosts: 'コスト控除前',
  spread: 'スプレッド',
  gross: '総損益',
  fee: '取引手数料',
  swap: 'スワップ',
  net: '純損益',
  page: 'ページ',
  reconciled:
    '確認済み：期首残高とすべての変動の合計は期末残高に一致し、各注文の損益・手数料・スワップは記帳額に一致します。',
  spreadNote:
    'スプレッド：新規時と決済時の（ask − bid）の半分ずつ × 単位数 × 換算レート。総損益に含まれています。手数料は新規時に請求され、一部決済ではその割合分です。',
};

export const ownData: TextsLike<typeof english.ownData> = {
  title: 'あなたについて保存されているすべて',
  fields: '項目名はJSONファイルと同じで、そのファイルにはすべての行が完全に入っています。時刻はUTCです。',
  more: 'ここにあるのは最初の{rows}件です。JSONファイルにはすべてあります。',
  letters: 'このPDFの書体にない文字は、U+4E2Dのように番号で示します。',
  kinds: {
    profile: 'プロフィール',
    preferences: '設定',
    favourites: 'お気に入り',
    notice_choices: '選んだ通知',
    push_devices: '通知用の端末',
    limits: '自分の上限',
    ranking: 'ランキング',
    sessions: 'セッション',
    devices: '端末',
    passkeys: 'パスキー',
    sign_ins: 'ログイン履歴',
    read_articles: '読んだ記事',
    notices: '通知',
    verifications: '本人確認',
    payout_methods: '出金方法',
    deposits: '入金',
    withdrawals: '出金',
    corrections: '訂正',
    live_orders: '未決済の注文',
    ended_orders: '終了した注文',
    trade_notes: '取引メモ',
    postings: '仕訳',
    locked_postings: '拘束資金の仕訳',
    receipts: 'レシート',
  },
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: '{time} に {amount} の出金が申請されました。',
  method: '{time} に出金方法 {method} が追加されました。',
  ask: 'お心当たりがない場合は、ここで取り消せます。ログインは不要です。',
  askMethod: 'この出金方法への未承認の出金も取り消されます。',
  button: '取り消す',
  doneWithdrawal: '取り消しました。金額は残高に戻りました。',
  doneMethod: '出金方法を削除し、未承認の出金を取り消しました。',
  advice: 'すぐにパスワードを再設定してください。第三者が口座にアクセスできる可能性があります。',
  contact: 'お問い合わせ：',
};

const abroad =
  '国際的な制裁やマネーロンダリングに関する警告のため、または現地の法律が個人顧客によるこの種の取引を認めていないため：';

export const countries: TextsLike<typeof english.countries> = {
  title: 'サービスを提供していない国と地域',
  intro: '方針上の理由により、{company}は以下の国と地域ではサービスを提供していません。',
  byLaw: {
    international: abroad,
    eu: '国際的な制裁やマネーロンダリングに関する警告のため、または現地の法律（欧州連合内を含む）が個人顧客へのこの種の取引の提供を認めていないため：',
    uk: abroad,
  },
  byCompany: '当社の判断によるもの：',
  means:
    'これらの国と地域の携帯電話番号では登録できず、居住者は口座を開設できません。この一覧は当社が従う規則と設定から自動的に作成され、常に最新です。',
};
