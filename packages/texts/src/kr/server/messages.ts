import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = '누구에게도 알려 주지 마세요. {company} 직원은 인증번호를 묻지 않습니다.';
const notYou = '본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터에 문의해 주세요.';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: '회원 가입 인증번호',
    text: `{company} 회원 가입 인증번호는 {code}입니다. {minutes}분 동안 유효합니다.\n\n${secret}\n\n요청하지 않으셨다면 이 메시지를 무시하셔도 됩니다.`,
    sms: '{company}: 회원 가입 인증번호는 {code}입니다({minutes}분 유효). 누구에게도 알려 주지 마세요.',
  },
  'code-reset': {
    subject: '비밀번호 재설정 인증번호',
    text: `{company} 비밀번호 재설정 인증번호는 {code}입니다. {minutes}분 동안 유효합니다.\n\n${secret}\n\n요청하지 않으셨다면 이 메시지를 무시하셔도 됩니다. 비밀번호는 바뀌지 않습니다.`,
    sms: '{company}: 비밀번호 재설정 인증번호는 {code}입니다({minutes}분 유효). 누구에게도 알려 주지 마세요.',
  },
  'code-step-up': {
    subject: '본인 확인 인증번호',
    text: `{company} 본인 확인 인증번호는 {code}입니다. {minutes}분 동안 유효합니다.\n\n${secret}\n\n요청하지 않으셨다면 다른 사람이 계정을 사용하고 있을 수 있습니다. 즉시 비밀번호를 변경해 주세요.`,
    sms: '{company}: 본인 확인 인증번호는 {code}입니다({minutes}분 유효). 누구에게도 알려 주지 마세요.',
  },
  'already-registered': {
    subject: '이미 가입된 계정이 있습니다',
    text: '이 이메일 또는 전화번호로 {company} 회원 가입 요청이 있었습니다. 이미 계정이 있으니 로그인해 주세요. 비밀번호를 잊으셨다면 재설정해 주세요.\n\n본인이 아니라면 이 메시지를 무시하셔도 됩니다. 변경된 내용은 없습니다.',
    sms: '{company}: 이미 계정이 있습니다. 로그인하시거나, 비밀번호를 잊으셨다면 재설정해 주세요.',
  },
  'signed-in-new-device': {
    subject: '계정에 새로운 로그인이 있습니다',
    text: `{company} 계정에 새로운 기기에서 로그인했습니다.\n\n기기: {device}\n시간: {timeMs}\n\n${notYou}`,
    sms: '{company}: 다른 기기에서 로그인했습니다. 본인이 아니라면 즉시 비밀번호를 재설정해 주세요.',
  },
  'password-changed': {
    subject: '비밀번호가 변경되었습니다',
    text: `{company} 계정의 비밀번호가 변경되었습니다.\n\n시간: {timeMs}\n\n${notYou}`,
    sms: '{company}: 비밀번호가 변경되었습니다. 본인이 아니라면 즉시 고객센터에 문의해 주세요.',
  },
  'second-factor-added': {
    subject: '2단계 인증이 추가되었습니다',
    text: `{company} 계정에 2단계 인증이 추가되었습니다.\n\n시간: {timeMs}\n\n${notYou}`,
    sms: '{company}: 2단계 인증이 추가되었습니다. 본인이 아니라면 즉시 고객센터에 문의해 주세요.',
  },
  'second-factor-removed': {
    subject: '2단계 인증이 해제되었습니다',
    text: `{company} 계정의 2단계 인증이 해제되었습니다.\n\n시간: {timeMs}\n\n${notYou}`,
    sms: '{company}: 2단계 인증이 해제되었습니다. 본인이 아니라면 즉시 고객센터에 문의해 주세요.',
  },
  'account-closed': {
    subject: '계좌가 해지되었습니다',
    text: '{company} 계좌를 해지하셨습니다.\n\n시간: {timeMs}\n\n개인정보는 법이 정한 기간 동안 보관된 뒤 삭제됩니다.\n\n본인이 아니라면 즉시 고객센터에 문의해 주세요.',
    sms: '{company}: 계좌가 해지되었습니다. 본인이 아니라면 즉시 고객센터에 문의해 주세요.',
  },
  'verification-approved': {
    subject: '본인 인증이 완료되었습니다',
    text: '서류 심사가 끝나 {company} 본인 인증이 완료되었습니다. 더 하실 일은 없습니다.',
  },
  'verification-rejected': {
    subject: '본인 인증이 승인되지 않았습니다',
    text: '{company} 본인 인증이 승인되지 않았습니다.\n\n사유: {reason}\n\n로그인하여 서류를 다시 제출해 주세요.',
  },
  'margin-call': {
    subject: '계좌 {uid} 마진콜 안내',
    text: '{company} 계좌 {uid}의 증거금 비율이 {levelE2}까지 하락했습니다.\n\n더 하락하면 포지션이 자동으로 청산됩니다. 포지션을 청산하거나 입금하여 비율을 높일 수 있습니다.',
  },
  'stop-out': {
    subject: '강제 청산: 주문 {orderId} 청산됨',
    text: '증거금 비율이 너무 낮아져 {company} 계좌 {uid}의 주문 {orderId}이(가) 자동으로 청산되었습니다.\n\n자세한 내용은 주문 내역에서 확인할 수 있습니다.',
  },
  'stop-out-noticed': {
    subject: '강제 청산 수준이 {levelE2}(으)로 올라갑니다',
    text: '{fromMs}부터 {company} 계좌 {uid}의 포지션은 증거금 비율이 {levelE2} 이하이면 자동으로 청산됩니다. 그때까지는 현재 수준이 유지됩니다.\n\n포지션을 청산하거나 입금하여 증거금 비율을 높일 수 있습니다.',
  },
  'swap-noticed': {
    subject: '{code} 스왑이 불리하게 바뀝니다',
    text: '{change}\n\n{company} 계좌 {uid}에 관한 안내입니다. 답장하실 필요는 없습니다.',
  },
  'deposit-credited': {
    subject: '{amount} 입금이 반영되었습니다',
    text: '{company} 계좌 {uid}에 {amount} 입금이 반영되었습니다.',
  },
  'deposit-rejected': {
    subject: '입금이 승인되지 않았습니다',
    text: '{company} 계좌 {uid}에 대한 {amount} 입금이 승인되지 않았습니다.\n\n사유는 입금 내역에서 확인하실 수 있습니다.',
  },
  'withdrawal-requested': {
    subject: '{amount} 출금이 신청되었습니다',
    text: '{company} 계좌 {uid}에서 {amount} 출금이 신청되었습니다.\n\n본인이 아니라면 즉시 로그인하여 출금 기록에서 취소하고 비밀번호를 재설정하세요.',
    sms: '{company}: {amount} 출금이 신청되었습니다. 본인이 아니라면 취소하고 즉시 비밀번호를 재설정하세요.',
  },
  'withdrawal-approved': {
    subject: '{amount} 출금이 승인되었습니다',
    text: '{company} 계좌 {uid}의 {amount} 출금이 승인되었으며 곧 지급됩니다.\n\n본인이 신청하지 않았다면 즉시 고객센터에 문의하세요.',
  },
  'withdrawal-paid': {
    subject: '{amount} 출금이 지급되었습니다',
    text: '{company} 계좌 {uid}의 {amount} 출금이 지급되었습니다.\n\n본인이 신청하지 않았다면 즉시 고객센터에 문의하세요.',
  },
  'withdrawal-rejected': {
    subject: '출금이 거절되었습니다',
    text: '{company} 계좌 {uid}의 {amount} 출금이 거절되었습니다. 전액이 잔고로 반환되었습니다.\n\n사유는 출금 내역에서 확인하실 수 있습니다.',
  },
  'withdrawal-taken-back': {
    subject: '출금이 회수되었습니다',
    text: '잔고가 0 아래로 내려가 {amount} 출금이 회수되었습니다. ({company}, {uid})\n\n사유는 출금 내역에서 확인하실 수 있습니다.',
  },
  'correction-posted': {
    subject: '계좌에 정정이 반영되었습니다',
    text: '{company} 계좌 {uid}에 {amount} 정정이 반영되었습니다. 두 사람이 승인했습니다.\n\n사유는 계좌 내역에서 확인하실 수 있습니다.',
  },
  'account-disabled': {
    subject: '계정 이용이 정지되었습니다',
    text: '{company} 계정 이용이 정지되었습니다. 더 이상 로그인할 수 없습니다.\n\n문의 사항은 고객센터로 연락해 주세요.',
    sms: '{company}: 계정 이용이 정지되었습니다. 고객센터에 문의해 주세요.',
  },
  'method-bound': {
    subject: '출금 방법이 추가되었습니다',
    text: `{company} 계정에 출금 방법이 추가되었습니다.\n\n{method}\n시간: {timeMs}\n\n{usableAtMs}부터 출금할 수 있습니다.\n\n${notYou}`,
    sms: '{company}: 새 출금 방법이 추가되었습니다. 본인이 아니라면 즉시 비밀번호를 재설정해 주세요.',
  },
  'method-removed': {
    subject: '출금 방법이 삭제되었습니다',
    text: `{company} 계정에서 출금 방법이 삭제되었습니다.\n\n{method}\n시간: {timeMs}\n\n${notYou}`,
    sms: '{company}: 출금 방법이 삭제되었습니다. 본인이 아니라면 즉시 비밀번호를 재설정해 주세요.',
  },
};

export const takeBackLine: string = '7일 이내에 다음 링크에서 로그인 없이 취소할 수 있습니다: {link}';
