import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: '帳戶結單',
  account: '帳戶',
  kind: '帳戶類型',
  demo: '模擬帳戶：只有模擬資金',
  real: '真實帳戶',
  currency: '貨幣',
  period: '期間',
  zone: '時區',
  madeAt: '製作時間',
  opening: '期初餘額',
  closing: '期末餘額',
  sum: '合計',
  postings: '餘額變動',
  time: '時間',
  reason: '原因',
  order: '訂單',
  amount: '金額',
  balance: '變動後餘額',
  totals: '按原因合計',
  count: '筆數',
  orders: '期內已平倉訂單',
  instrument: '產品',
  side: '方向',
  buy: '買入',
  sell: '賣出',
  lots: '手數',
  opened: '開倉',
  closed: '平倉',
  openPrice: '開倉價',
  closePrice: '平倉價',
  beforeCosts: '成本前',
  spread: '點差',
  gross: '毛利',
  fee: '手續費',
  swap: '隔夜利息',
  net: '淨利',
  page: '頁',
  reconciled: '已核對：期初餘額加上所有變動等於期末餘額，每張訂單的盈虧、手續費及隔夜利息均與入帳相符。',
  spreadNote:
    '點差：開倉及平倉時（賣價 − 買價）各半 × 單位 × 換算匯率，已包含在毛利之內。手續費在開倉時收取；部分平倉只計其所佔份額。',
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: '{time} 有人申請提款 {amount}。',
  method: '{time} 新增了提款方式 {method}。',
  ask: '不是你本人？可在此撤回，毋須登入。',
  askMethod: '使用此提款方式而未獲批准的提款亦會取消。',
  button: '撤回',
  doneWithdrawal: '已撤回。款項已退回餘額。',
  doneMethod: '已移除此提款方式，使用它而未獲批准的提款已取消。',
  advice: '請立即重設密碼：可能有其他人能進入你的帳戶。',
  contact: '聯絡我們：',
};

const abroad = '因國際制裁或洗錢風險警示，或因當地法律不容許零售客戶買賣此類合約：';

export const countries: TextsLike<typeof english.countries> = {
  title: '不提供服務的國家及地區',
  intro: '基於政策原因，{company}不在以下國家及地區提供服務。',
  byLaw: {
    international: abroad,
    eu: '因國際制裁或洗錢風險警示，或因當地法律（包括歐盟境內）不容許向零售客戶提供此類合約：',
    uk: abroad,
  },
  byCompany: '由公司自行決定：',
  means:
    '不能以上述國家及地區的手提電話號碼註冊，當地居民亦不得開立帳戶。此名單由公司所遵守的規則及其設定得出，始終為最新內容。',
};
