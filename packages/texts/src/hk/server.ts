import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': '追加保證金通知：淨值已不足以支付保證金。請追加資金或平倉。',
  'margin-call-ended': '追加保證金通知已解除：淨值已足以支付保證金。',
  'stop-out': '強制平倉：因淨值過低，{code}（訂單 {order}）已被平倉。結果 {amount}。',
  'stop-out-paused': '須強制平倉，但市場休市。開市後將平倉。',
  'stop-out-resumed': '已無等待中的強制平倉。',
  'stop-out-noticed': '自 {time} 起，您持倉的強制平倉比例為 {level}；在此之前維持現有比例。',
  'stop-out-raised':
    '自 {time} 起，您持倉的強制平倉比例為 {level}；在此之前維持 {before}。平倉或入金可使您高於此比例。',
  'stop-out-notice-ended': '您帳戶的強制平倉比例現為 {level}。',
  'swap-noticed':
    '{code}（{side}）：自 {time} 起，您持倉的隔夜利息為每晚 {after} 點，在此之前為 {before} 點。在此之前平倉的持倉不按新利息收取。',
  'swap-noticed-now':
    '{code}（{side}）：隔夜利息現為每晚 {after} 點，此前為 {before} 點。您的持倉在變更後開立，適用新利息。',
  'order-cancelled': '{code} 的掛單 {order} 已取消：可用預付款不足。',
  'order-expired': '{code} 的掛單 {order} 已到期。',
  'negative-balance-covered': '你的餘額曾低於零，我們已補足 {amount}，你無須償還。',
  'alert-fired': '{code} 已到達您設於 {price} 的提醒價。',
  'swap-alert-fired': '您的未平倉位今晚的隔夜利息：{amount}。',
  'result-alert-fired': '您在 {code} 的持倉 {order} 已到達您的提醒：{amount}，含隔夜利息。',
  'margin-alert-fired': '您的預付款比例為 {level}，已到達您的提醒。',
  'alert-fired-percent': '{code} 自您設定提醒後變動 {level}，現為 {price}。',
  'deposit-credited': '你的存款 {amount} 已入帳。',
  'deposit-rejected': '你的存款 {amount} 未獲接納，原因載於存款記錄。',
  'withdrawal-requested': '已申請提款 {amount}。',
  'withdrawal-approved': '你的提款 {amount} 已獲批准，即將支付。',
  'withdrawal-paid': '你的提款 {amount} 已支付。',
  'withdrawal-rejected': '你的提款 {amount} 已被拒絕，全數款項已退回你的餘額。',
  'withdrawal-taken-back': '因你的餘額低於零，你的提款 {amount} 已被收回。',
  'correction-posted': '你的帳戶已作出 {amount} 的更正，原因載於帳戶記錄。',
  'order-filled-buy': '已於 {price} 買入 {lots} {code}。',
  'order-filled-sell': '已於 {price} 賣出 {lots} {code}。',
  'order-closed': '{code} 已於 {price} 平倉。淨結果 {amount}。',
  'stop-loss-hit': '止損：{code} 已於 {price} 平倉。淨結果 {amount}。',
  'take-profit-hit': '止盈：{code} 已於 {price} 平倉。淨結果 {amount}。',
  'password-changed': '您的密碼已變更。',
  'second-factor-added': '您的帳戶新增了第二重驗證。',
  'second-factor-removed': '您的帳戶移除了第二重驗證。',
  'signed-in-new-device': '您的帳戶在新裝置上登入。',
  'method-bound': '您的帳戶新增了提款方式。',
  'method-removed': '您的帳戶移除了提款方式。',
  'verification-approved': '您的身份已通過驗證。',
  'verification-rejected': '您的身份驗證未獲接納，原因請見驗證頁面。',
};

export const sides: TextsLike<typeof english.sides> = { buy: '買入', sell: '賣出' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: '訂單成交或平倉',
  stops: '觸及止損或止盈',
  'stop-out': '強制平倉',
  'margin-call': '追加保證金通知',
  alert: '觸發提醒',
  'swap-alert': '隔夜利息提醒',
  'result-alert': '持倉盈虧提醒',
  'margin-alert': '預付款比例提醒',
  money: '存款或提款',
  security: '新登入或更改登入資料',
  verification: '身份驗證結果',
  terms: '與您有關的條款變更',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': '模擬資金',
  'demo-return': '重置時退回的模擬資金',
  'trade-fee': '手續費',
  'trade-profit': '訂單盈利',
  'trade-loss': '訂單虧損',
  swap: '隔夜利息',
  'negative-balance': '負餘額補償',
  deposit: '存款',
  'withdrawal-lock': '申請提款',
  'withdrawal-release': '提款退回',
  'withdrawal-paid': '提款已支付',
  'withdrawal-fee': '提款手續費',
  correction: '更正',
  'closing-remainder': '結清時不足一仙的餘額',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: '已申請',
  approved: '已批准',
  paid: '已支付',
  rejected: '已拒絕',
  cancelled: '已取消',
  held: '保留至 {time}',
  marketClosed: '待持倉市場開市',
};

export const claims: TextsLike<typeof english.claims> = {
  contested: '此付款收到多於一項申報，我們正在查核由誰支付。結果會在此顯示；如有付款證明，請傳送給客服。',
  lost: '經查核，此付款並非由您支付，因此未入帳。如您確為付款人，請把付款證明傳送給客服。',
};
