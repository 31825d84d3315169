import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': '증거금 부족: 평가 자산이 증거금보다 적습니다. 입금하거나 포지션을 청산해 주세요.',
  'margin-call-ended': '증거금 부족이 해소되었습니다: 평가 자산이 다시 증거금보다 많습니다.',
  'stop-out': '강제 청산: 평가 자산이 너무 낮아 {code}(주문 {order})이 청산되었습니다. 결과 {amount}.',
  'stop-out-paused': '강제 청산이 필요하지만 시장이 닫혀 있습니다. 개장하면 청산됩니다.',
  'stop-out-resumed': '대기 중인 강제 청산이 없습니다.',
  'stop-out-noticed': '{time}부터 보유 포지션의 강제 청산 수준은 {level}입니다. 그때까지는 현재 수준이 유지됩니다.',
  'stop-out-raised':
    '{time}부터 보유 포지션의 강제 청산 수준은 {level}이며, 그때까지는 {before}입니다. 포지션을 청산하거나 입금하면 그 위에 머물 수 있습니다.',
  'stop-out-notice-ended': '계좌의 강제 청산 수준은 이제 {level}입니다.',
  'swap-noticed':
    '{code}({side}): {time}부터 보유 포지션의 스왑은 1박 {after}포인트이며, 그때까지는 {before}입니다. 그 전에 청산한 포지션에는 부과되지 않습니다.',
  'swap-noticed-now':
    '{code}({side}): 스왑은 이제 1박 {after}포인트이며, 이전에는 {before}였습니다. 변경 후에 연 포지션에 적용됩니다.',
  'order-cancelled': '{code}의 대기 주문 {order}이 취소되었습니다: 여유 증거금이 부족합니다.',
  'order-expired': '{code}의 대기 주문 {order}이 만료되었습니다.',
  'negative-balance-covered': '잔고가 0 아래로 내려가 {amount}을 보전했습니다. 갚으실 금액은 없습니다.',
  'alert-fired': '{code}이(가) 알림 가격 {price}에 도달했습니다.',
  'swap-alert-fired': '보유 포지션의 오늘 밤 스왑: {amount}.',
  'result-alert-fired': '{code} 포지션 {order}이(가) 알림에 도달했습니다: {amount}, 스왑 포함.',
  'margin-alert-fired': '증거금 수준이 {level}이며 설정하신 알림에 도달했습니다.',
  'alert-fired-percent': '알림 설정 이후 {code}이(가) {level} 움직여 {price}이(가) 되었습니다.',
  'deposit-credited': '{amount} 입금이 계좌에 반영되었습니다.',
  'deposit-rejected': '{amount} 입금이 승인되지 않았습니다. 사유는 입금 내역에 있습니다.',
  'withdrawal-requested': '{amount} 출금이 신청되었습니다.',
  'withdrawal-approved': '{amount} 출금이 승인되었으며 곧 지급됩니다.',
  'withdrawal-paid': '{amount} 출금이 지급되었습니다.',
  'withdrawal-rejected': '{amount} 출금이 거절되었습니다. 전액이 잔고로 반환되었습니다.',
  'withdrawal-taken-back': '잔고가 0 아래로 내려가 {amount} 출금이 회수되었습니다.',
  'correction-posted': '계좌에 {amount} 정정이 반영되었습니다. 사유는 계좌 내역에 있습니다.',
  'order-filled-buy': '{lots} {code}을(를) {price}에 매수했습니다.',
  'order-filled-sell': '{lots} {code}을(를) {price}에 매도했습니다.',
  'order-closed': '{code}이(가) {price}에 청산되었습니다. 순손익 {amount}.',
  'stop-loss-hit': '손절: {code}이(가) {price}에 청산되었습니다. 순손익 {amount}.',
  'take-profit-hit': '익절: {code}이(가) {price}에 청산되었습니다. 순손익 {amount}.',
  'password-changed': '비밀번호가 변경되었습니다.',
  'second-factor-added': '계정에 2단계 인증이 추가되었습니다.',
  'second-factor-removed': '계정에서 2단계 인증이 삭제되었습니다.',
  'signed-in-new-device': '새 기기에서 계정이 사용되었습니다.',
  'method-bound': '계정에 출금 수단이 추가되었습니다.',
  'method-removed': '계정에서 출금 수단이 삭제되었습니다.',
  'verification-approved': '본인 인증이 완료되었습니다.',
  'verification-rejected': '본인 인증이 승인되지 않았습니다. 사유는 인증 페이지에 있습니다.',
};

export const sides: TextsLike<typeof english.sides> = { buy: '매수', sell: '매도' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: '주문 체결 또는 청산',
  stops: '손절 또는 익절 도달',
  'stop-out': '강제 청산',
  'margin-call': '증거금 부족',
  alert: '알림 도달',
  'swap-alert': '스왑 알림',
  'result-alert': '포지션 손익 알림',
  'margin-alert': '증거금 수준 알림',
  money: '입금 또는 출금',
  security: '새 로그인 또는 인증 정보 변경',
  verification: '본인 인증 결과',
  terms: '나에게 바뀌는 조건',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': '연습 자금',
  'demo-return': '초기화 시 반환된 연습 자금',
  'trade-fee': '거래 수수료',
  'trade-profit': '주문 수익',
  'trade-loss': '주문 손실',
  swap: '스왑',
  'negative-balance': '마이너스 잔고 보전',
  deposit: '입금',
  'withdrawal-lock': '출금 신청',
  'withdrawal-release': '출금 반환',
  'withdrawal-paid': '출금 완료',
  'withdrawal-fee': '출금 수수료',
  correction: '정정',
  'closing-remainder': '해지 시 1센트 미만 잔액',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: '신청됨',
  approved: '승인됨',
  paid: '지급됨',
  rejected: '거절됨',
  cancelled: '취소됨',
  held: '{time}까지 보류',
  marketClosed: '보유 포지션의 시장 개장 대기',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    '이 결제는 두 번 이상 신고되었습니다. 누가 지급했는지 확인 중이며 결과는 여기에 표시됩니다. 추가 증빙이 있으면 고객지원에 보내 주십시오.',
  lost: '확인 결과 이 결제는 귀하의 결제가 아니어서 입금되지 않았습니다. 직접 지급하셨다면 지급 증빙을 고객지원에 보내 주십시오.',
};
