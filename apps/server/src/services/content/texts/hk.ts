import type { CountriesText } from '../countries-text.ts';

const abroad = '因國際制裁或洗錢風險警示，或因當地法律不容許零售客戶買賣此類合約：';

export const text: CountriesText = {
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
