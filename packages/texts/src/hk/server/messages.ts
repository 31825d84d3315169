import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = '請勿向任何人透露此驗證碼，{company} 的職員絕不會向您索取。';
const notYou = '如非您本人操作，請立即重設密碼並聯絡客戶服務。';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: '您的註冊驗證碼',
    text: `您在 {company} 的註冊驗證碼為 {code}，{minutes} 分鐘內有效。\n\n${secret}\n\n如您並無索取此驗證碼，可不予理會。`,
    sms: '{company}：您的註冊驗證碼為 {code}，{minutes} 分鐘內有效，請勿向任何人透露。',
  },
  'code-reset': {
    subject: '您的重設密碼驗證碼',
    text: `您在 {company} 的重設密碼驗證碼為 {code}，{minutes} 分鐘內有效。\n\n${secret}\n\n如您並無索取此驗證碼，可不予理會，您的密碼維持不變。`,
    sms: '{company}：您的重設密碼驗證碼為 {code}，{minutes} 分鐘內有效，請勿向任何人透露。',
  },
  'code-step-up': {
    subject: '您的確認驗證碼',
    text: `您在 {company} 確認本人身份的驗證碼為 {code}，{minutes} 分鐘內有效。\n\n${secret}\n\n如您並無索取此驗證碼，可能有人正在使用您的帳戶，請立即更改密碼。`,
    sms: '{company}：您的確認驗證碼為 {code}，{minutes} 分鐘內有效，請勿向任何人透露。',
  },
  'already-registered': {
    subject: '您已擁有帳戶',
    text: '有人以此電郵或電話號碼在 {company} 申請註冊。您在本公司已有帳戶，請直接登入；如忘記密碼，請重設密碼。\n\n如非您本人操作，可不予理會，帳戶並無任何更改。',
    sms: '{company}：您已擁有帳戶，請直接登入；如忘記密碼，請重設密碼。',
  },
  'signed-in-new-device': {
    subject: '您的帳戶有新登入',
    text: `有新裝置登入您在 {company} 的帳戶。\n\n裝置：{device}\n時間：{timeMs}\n\n${notYou}`,
    sms: '{company}：您的帳戶於另一裝置登入。如非您本人操作，請立即重設密碼。',
  },
  'password-changed': {
    subject: '您的密碼已更改',
    text: `您在 {company} 的帳戶密碼已更改。\n\n時間：{timeMs}\n\n${notYou}`,
    sms: '{company}：您的密碼已更改。如非您本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  'second-factor-added': {
    subject: '已新增雙重認證',
    text: `您在 {company} 的帳戶已新增雙重認證方式。\n\n時間：{timeMs}\n\n${notYou}`,
    sms: '{company}：您的帳戶已新增雙重認證方式。如非您本人操作，請立即聯絡客戶服務。',
  },
  'second-factor-removed': {
    subject: '已移除雙重認證',
    text: `您在 {company} 的帳戶已移除一項雙重認證方式。\n\n時間：{timeMs}\n\n${notYou}`,
    sms: '{company}：您的帳戶已移除一項雙重認證方式。如非您本人操作，請立即聯絡客戶服務。',
  },
  'account-closed': {
    subject: '您的帳戶已關閉',
    text: '您已關閉在 {company} 的帳戶。\n\n時間：{timeMs}\n\n您的個人資料將按法律要求的期限保存，之後刪除。\n\n如非您本人操作，請立即聯絡客戶服務。',
    sms: '{company}：您的帳戶已關閉。如非您本人操作，請立即聯絡客戶服務。',
  },
  'verification-approved': {
    subject: '您的身份已通過驗證',
    text: '您的文件已完成審核，您在 {company} 的身份已通過驗證，無須再辦理其他手續。',
  },
  'verification-rejected': {
    subject: '您的身份驗證未獲通過',
    text: '您在 {company} 的身份驗證未獲通過。\n\n原因：{reason}\n\n請登入並重新提交文件。',
  },
  'margin-call': {
    subject: '帳戶 {uid} 追加保證金通知',
    text: '您在 {company} 的帳戶 {uid} 的預付款比例已降至 {levelE2}。\n\n如比例繼續下降，系統將自動平倉。您可以平倉或存入資金以提高比例。',
  },
  'stop-out': {
    subject: '強制平倉：訂單 {orderId} 已平倉',
    text: '由於預付款比例過低，您在 {company} 的帳戶 {uid} 的訂單 {orderId} 已被自動平倉。\n\n詳情請參閱歷史訂單。',
  },
  'stop-out-noticed': {
    subject: '您的強制平倉比例將升至 {levelE2}',
    text: '自 {fromMs} 起，您在 {company} 的帳戶 {uid} 的持倉將於預付款比例為 {levelE2} 或以下時自動平倉；在此之前維持現有比例。\n\n您可以平倉或入金以提高預付款比例。',
  },
  'swap-noticed': {
    subject: '您在 {code} 的隔夜利息將變差',
    text: '{change}\n\n這涉及您在 {company} 的帳戶 {uid}。您無需回覆。',
  },
  'deposit-credited': {
    subject: '你的存款 {amount} 已入帳',
    text: '你的存款 {amount} 已存入你在 {company} 的帳戶 {uid}。請放心交易。',
  },
  'deposit-rejected': {
    subject: '你的存款未獲接納',
    text: '你存入 {company} 帳戶 {uid} 的 {amount} 未獲接納。\n\n請在存款記錄查看原因。',
  },
  'withdrawal-requested': {
    subject: '已申請提款 {amount}',
    text: '你在 {company} 的帳戶 {uid} 已申請提款 {amount}。\n\n如非你本人申請，請立即登入，在提款記錄中取消，並重設密碼。',
    sms: '{company}：已申請提款 {amount}。如非您本人操作，請立即取消並重設密碼。',
  },
  'withdrawal-approved': {
    subject: '你的提款 {amount} 已獲批准',
    text: '你從 {company} 帳戶 {uid} 提款 {amount} 的申請已獲批准，即將支付。\n\n如非你本人申請，請立即聯絡客服。',
  },
  'withdrawal-paid': {
    subject: '你的提款 {amount} 已支付',
    text: '你從 {company} 帳戶 {uid} 提款的 {amount} 已經支付。\n\n如非你本人申請，請立即聯絡客服。',
  },
  'withdrawal-rejected': {
    subject: '你的提款已被拒絕',
    text: '你從 {company} 帳戶 {uid} 提款 {amount} 的申請已被拒絕，全數款項已退回你的餘額。\n\n請在提款記錄查看原因。',
  },
  'withdrawal-taken-back': {
    subject: '你的提款已被收回',
    text: '因你的餘額低於零，你的提款 {amount} 已被收回。 ({company}, {uid})\n\n請在提款記錄查看原因。',
  },
  'correction-posted': {
    subject: '你的帳戶有一項更正',
    text: '你在 {company} 的帳戶 {uid} 已作出 {amount} 的更正，並經兩人批准。\n\n請在帳戶記錄查看原因。',
  },
  'account-disabled': {
    subject: '您的帳戶已被停用',
    text: '您在 {company} 的帳戶已被停用，您無法再登入。\n\n如有疑問，請聯絡客戶服務。',
    sms: '{company}：您的帳戶已被停用，請聯絡客戶服務。',
  },
  'method-bound': {
    subject: '已新增提款方式',
    text: `您在 {company} 的帳戶已新增提款方式。\n\n{method}\n時間：{timeMs}\n\n自 {usableAtMs} 起可使用此方式提款。\n\n${notYou}`,
    sms: '{company}：已新增提款方式。如非您本人操作，請立即重設密碼。',
  },
  'method-removed': {
    subject: '已移除提款方式',
    text: `您在 {company} 的帳戶已移除一個提款方式。\n\n{method}\n時間：{timeMs}\n\n${notYou}`,
    sms: '{company}：已移除提款方式。如非您本人操作，請立即重設密碼。',
  },
};

export const takeBackLine: string = '可在 7 天內用此連結撤回，毋須登入：{link}';
