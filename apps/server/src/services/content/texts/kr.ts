import type { CountriesText } from '../countries-text.ts';

const abroad = '국제 제재나 자금 세탁 관련 경고, 또는 현지 법률이 개인 고객의 이러한 계약 거래를 허용하지 않기 때문:';

export const text: CountriesText = {
  title: '서비스를 제공하지 않는 국가 및 지역',
  intro: '정책상의 이유로 {company}은(는) 아래 국가 및 지역에서 서비스를 제공하지 않습니다.',
  byLaw: {
    international: abroad,
    eu: '국제 제재나 자금 세탁 관련 경고, 또는 현지 법률(유럽 연합 내 포함)이 개인 고객에게 이러한 계약을 제공하는 것을 허용하지 않기 때문:',
    uk: abroad,
  },
  byCompany: '회사의 자체 결정:',
  means:
    '해당 국가 및 지역의 휴대폰 번호로는 가입할 수 없으며, 거주자는 계좌를 개설할 수 없습니다. 이 목록은 회사가 따르는 규정과 설정에서 나온 것으로 항상 최신입니다.',
};
