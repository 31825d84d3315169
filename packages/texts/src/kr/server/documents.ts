import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: '계좌 명세서',
  account: '계좌',
  kind: '계좌 종류',
  demo: '데모 계좌: 연습 자금만 있음',
  real: '실계좌',
  currency: '통화',
  period: '기간',
  zone: '시간대',
  madeAt: '작성 시각',
  opening: '기초 잔고',
  closing: '기말 잔고',
  sum: '합계',
  postings: '잔고 변동',
  time: '시각',
  reason: '사유',
  order: '주문',
  amount: '금액',
  balance: '변동 후 잔고',
  totals: '사유별 합계',
  count: '건수',
  orders: '기간 중 청산된 주문',
  instrument: '상품',
  side: '방향',
  buy: '매수',
  sell: '매도',
  lots: '랏',
  opened: '진입',
  closed: '청산',
  openPrice: '진입 가격',
  closePrice: '청산 가격',
  beforeCosts: '비용 차감 전',
  spread: '스프레드',
  gross: '총손익',
  fee: '거래 수수료',
  swap: '스왑',
  net: '순손익',
  page: '페이지',
  reconciled:
    '확인됨: 기초 잔고에 모든 변동을 더하면 기말 잔고와 같고, 각 주문의 손익·수수료·스왑은 기장된 금액과 같습니다.',
  spreadNote:
    '스프레드: 진입 시와 청산 시 (ask − bid)의 절반씩 × 단위 수 × 환산 환율이며 총손익에 포함되어 있습니다. 수수료는 진입 시 부과되며 일부 청산은 해당 비율만큼 부담합니다.',
};

export const ownData: TextsLike<typeof english.ownData> = {
  title: '회원님에 대해 보관된 모든 것',
  fields: '필드 이름은 JSON 파일과 같으며, 그 파일에는 모든 행이 온전히 있습니다. 시각은 UTC입니다.',
  more: '처음 {rows}개만 여기 있으며, JSON 파일에는 모두 있습니다.',
  letters: '이 PDF의 글꼴에 없는 글자는 U+4E2D처럼 번호로 표시됩니다.',
  kinds: {
    profile: '프로필',
    preferences: '환경 설정',
    favourites: '즐겨찾기',
    notice_choices: '선택한 알림',
    push_devices: '알림 기기',
    limits: '개인 한도',
    ranking: '순위',
    sessions: '세션',
    devices: '기기',
    passkeys: '패스키',
    sign_ins: '로그인 기록',
    read_articles: '읽은 글',
    notices: '알림',
    verifications: '신원 확인',
    payout_methods: '출금 수단',
    deposits: '입금',
    withdrawals: '출금',
    corrections: '정정',
    live_orders: '진행 중인 주문',
    ended_orders: '끝난 주문',
    trade_notes: '거래 메모',
    postings: '기장',
    locked_postings: '묶인 금액의 기장',
    receipts: '영수증',
  },
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: '{time}에 {amount} 출금이 신청되었습니다.',
  method: '{time}에 출금 방법 {method}이(가) 추가되었습니다.',
  ask: '본인이 아닙니까? 로그인하지 않고 여기에서 취소할 수 있습니다.',
  askMethod: '이 출금 방법으로 아직 승인되지 않은 출금도 취소됩니다.',
  button: '취소하기',
  doneWithdrawal: '취소했습니다. 금액이 잔고로 돌아왔습니다.',
  doneMethod: '출금 방법을 삭제하고 아직 승인되지 않은 출금을 취소했습니다.',
  advice: '지금 비밀번호를 재설정하십시오. 다른 사람이 계좌에 접근할 수 있습니다.',
  contact: '문의:',
};

const abroad = '국제 제재나 자금 세탁 관련 경고, 또는 현지 법률이 개인 고객의 이러한 계약 거래를 허용하지 않기 때문:';

export const countries: TextsLike<typeof english.countries> = {
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
