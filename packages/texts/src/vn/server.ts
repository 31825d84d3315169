import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': 'Cảnh báo ký quỹ: vốn chủ sở hữu không còn đủ cho ký quỹ. Hãy nạp thêm tiền hoặc đóng vị thế.',
  'margin-call-ended': 'Cảnh báo ký quỹ đã kết thúc: vốn chủ sở hữu lại đủ cho ký quỹ.',
  'stop-out': 'Stop out: {code} (lệnh {order}) đã bị đóng vì vốn chủ sở hữu quá thấp. Kết quả {amount}.',
  'stop-out-paused': 'Cần stop out nhưng thị trường đang đóng cửa. Vị thế sẽ đóng khi thị trường mở.',
  'stop-out-resumed': 'Không còn stop out nào đang chờ.',
  'stop-out-noticed':
    'Từ {time}, mức stop out của các vị thế đang mở là {level}. Đến lúc đó mức hiện tại vẫn giữ nguyên.',
  'stop-out-raised':
    'Từ {time}, mức stop out của các vị thế đang mở là {level}; đến lúc đó vẫn là {before}. Đóng vị thế hoặc nạp thêm tiền giúp bạn ở trên mức này.',
  'stop-out-notice-ended': 'Mức stop out của tài khoản bạn nay là {level}.',
  'swap-noticed':
    '{code} ({side}): từ {time}, phí qua đêm của các vị thế đang mở là {after} điểm mỗi đêm; đến lúc đó là {before}. Vị thế đóng trước thời điểm này không bị tính.',
  'swap-noticed-now':
    '{code} ({side}): phí qua đêm nay là {after} điểm mỗi đêm, trước đó là {before}. Mức này áp dụng cho vị thế của bạn, được mở sau thay đổi.',
  'order-cancelled': 'Lệnh chờ {order} của {code} đã bị hủy: ký quỹ khả dụng không đủ.',
  'order-expired': 'Lệnh chờ {order} của {code} đã hết hạn.',
  'negative-balance-covered': 'Số dư của bạn đã xuống dưới 0. Chúng tôi đã bù {amount}: bạn không nợ gì.',
  'alert-fired': '{code} đã chạm mức cảnh báo {price} của quý vị.',
  'swap-alert-fired': 'Phí qua đêm tối nay của các vị thế mở: {amount}.',
  'result-alert-fired': 'Vị thế {order} của {code} đã chạm cảnh báo: {amount}, gồm phí qua đêm.',
  'margin-alert-fired': 'Mức ký quỹ của quý vị là {level} và đã chạm cảnh báo.',
  'alert-fired-percent': '{code} đã biến động {level} từ khi quý vị đặt cảnh báo, đến {price}.',
  'deposit-credited': 'Khoản nạp {amount} của bạn đã được ghi có.',
  'deposit-rejected': 'Khoản nạp {amount} của bạn không được chấp nhận. Lý do có trong lịch sử nạp tiền.',
  'withdrawal-requested': 'Đã có yêu cầu rút {amount}.',
  'withdrawal-approved': 'Yêu cầu rút {amount} của bạn đã được duyệt và sẽ được chi trả.',
  'withdrawal-paid': 'Khoản rút {amount} của bạn đã được chi trả.',
  'withdrawal-rejected': 'Yêu cầu rút {amount} của bạn bị từ chối. Toàn bộ số tiền đã trở lại số dư.',
  'withdrawal-taken-back': 'Yêu cầu rút {amount} của bạn đã bị thu hồi vì số dư xuống dưới không.',
  'correction-posted': 'Tài khoản của bạn có một khoản điều chỉnh {amount}. Lý do có trong lịch sử tài khoản.',
  'order-filled-buy': 'Đã mua {lots} {code} ở giá {price}.',
  'order-filled-sell': 'Đã bán {lots} {code} ở giá {price}.',
  'order-closed': '{code} đã đóng ở giá {price}. Kết quả ròng {amount}.',
  'stop-loss-hit': 'Cắt lỗ: {code} đã đóng ở giá {price}. Kết quả ròng {amount}.',
  'take-profit-hit': 'Chốt lời: {code} đã đóng ở giá {price}. Kết quả ròng {amount}.',
  'password-changed': 'Mật khẩu của bạn đã được đổi.',
  'second-factor-added': 'Tài khoản của bạn đã thêm một lớp xác thực thứ hai.',
  'second-factor-removed': 'Tài khoản của bạn đã gỡ một lớp xác thực thứ hai.',
  'signed-in-new-device': 'Tài khoản của bạn đã được dùng trên thiết bị mới.',
  'method-bound': 'Tài khoản của bạn đã thêm một phương thức rút tiền.',
  'method-removed': 'Tài khoản của bạn đã gỡ một phương thức rút tiền.',
  'verification-approved': 'Danh tính của bạn đã được xác minh.',
  'verification-rejected': 'Xác minh danh tính của bạn không được chấp nhận. Lý do có ở trang xác minh.',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'mua', sell: 'bán' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'Lệnh được khớp hoặc đóng',
  stops: 'Chạm cắt lỗ hoặc chốt lời',
  'stop-out': 'Đóng bắt buộc (stop out)',
  'margin-call': 'Cảnh báo ký quỹ',
  alert: 'Cảnh báo giá kích hoạt',
  'swap-alert': 'Cảnh báo phí qua đêm',
  'result-alert': 'Cảnh báo kết quả vị thế',
  'margin-alert': 'Cảnh báo mức ký quỹ',
  money: 'Nạp hoặc rút tiền',
  security: 'Đăng nhập mới hoặc đổi thông tin đăng nhập',
  verification: 'Kết quả xác minh danh tính',
  terms: 'Điều khoản thay đổi đối với bạn',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'Tiền luyện tập',
  'demo-return': 'Tiền luyện tập trả lại khi đặt lại',
  'trade-fee': 'Phí giao dịch',
  'trade-profit': 'Lãi của lệnh',
  'trade-loss': 'Lỗ của lệnh',
  swap: 'Phí qua đêm',
  'negative-balance': 'Bù số dư âm',
  deposit: 'Nạp tiền',
  'withdrawal-lock': 'Yêu cầu rút tiền',
  'withdrawal-release': 'Hoàn lại tiền rút',
  'withdrawal-paid': 'Đã chi trả tiền rút',
  'withdrawal-fee': 'Phí rút tiền',
  correction: 'Điều chỉnh',
  'closing-remainder': 'Phần dư dưới một xu khi đóng',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'Đã yêu cầu',
  approved: 'Đã duyệt',
  paid: 'Đã thanh toán',
  rejected: 'Bị từ chối',
  cancelled: 'Đã hủy',
  held: 'Giữ đến {time}',
  marketClosed: 'Chờ thị trường của vị thế mở cửa',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'Khoản thanh toán này được báo nhiều hơn một lần. Chúng tôi đang kiểm tra ai đã trả và sẽ hiển thị kết quả tại đây. Nếu có thêm bằng chứng, hãy gửi cho bộ phận hỗ trợ.',
  lost: 'Kết quả kiểm tra cho thấy khoản thanh toán này không phải của bạn nên không được ghi có. Nếu chính bạn đã trả, hãy gửi bằng chứng cho bộ phận hỗ trợ.',
};
