import type { Remarks } from '../remarks.ts';

export const remarks: Remarks = {
  withdrawal: {
    payee: '我們只會付款至您本人名下的帳戶。請新增本人帳戶，然後重新申請提款。',
    source: '請先提款至您存款時使用的帳戶或地址。',
    document: '您的身分證明文件已過期。請提交有效文件，然後重新申請提款。',
    bank: '您的銀行已退回款項。請檢查帳戶資料，然後重新申請提款。',
    asked: '已按您的要求取消。該金額可再次使用。',
  },
  deposit: {
    notFound: '我們找不到這筆付款。請檢查參考編號及日期，然後重新申報。',
    amount: '收到的金額與申報的不同。請申報您實際匯出的金額。',
    proof: '圖片未能顯示該筆付款。請附上清晰的收據重新申報。',
    otherName: '款項來自並非您名下的帳戶，因此無法入帳。',
  },
  verification: {
    blurred: '照片無法辨識。請在光線充足處重新拍攝。',
    cropped: '文件缺少一角。請拍攝整份文件。',
    expired: '文件已過期。請提交有效文件。',
    otherName: '輸入的姓名與文件上的不同。請按文件所印輸入。',
    kind: '我們無法接受此類文件。請提交護照或身分證。',
  },
};
