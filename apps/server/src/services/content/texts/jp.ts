import type { CountriesText } from '../countries-text.ts';

const abroad =
  '国際的な制裁やマネーロンダリングに関する警告のため、または現地の法律が個人顧客によるこの種の取引を認めていないため：';

export const text: CountriesText = {
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
