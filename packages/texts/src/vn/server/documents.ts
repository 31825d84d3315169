import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: 'Sao kê tài khoản',
  account: 'Tài khoản',
  kind: 'Loại tài khoản',
  demo: 'Tài khoản demo: chỉ có tiền luyện tập',
  real: 'Tài khoản thật',
  currency: 'Tiền tệ',
  period: 'Kỳ',
  zone: 'Múi giờ',
  madeAt: 'Lập lúc',
  opening: 'Số dư đầu kỳ',
  closing: 'Số dư cuối kỳ',
  sum: 'Tổng',
  postings: 'Biến động số dư',
  time: 'Thời gian',
  reason: 'Lý do',
  order: 'Lệnh',
  amount: 'Số tiền',
  balance: 'Số dư sau',
  totals: 'Tổng theo lý do',
  count: 'Số lượng',
  orders: 'Lệnh đã đóng trong kỳ',
  instrument: 'Sản phẩm',
  side: 'Chiều',
  buy: 'Mua',
  sell: 'Bán',
  lots: 'Lot',
  opened: 'Mở',
  closed: 'Đóng',
  openPrice: 'Giá mở',
  closePrice: 'Giá đóng',
  beforeCosts: 'Trước chi phí',
  spread: 'Chênh lệch giá',
  gross: 'Kết quả gộp',
  fee: 'Phí giao dịch',
  swap: 'Phí qua đêm',
  net: 'Kết quả ròng',
  page: 'Trang',
  reconciled:
    'Đã kiểm tra: số dư đầu kỳ cộng mọi biến động bằng số dư cuối kỳ; kết quả, phí và phí qua đêm của từng lệnh khớp với bút toán.',
  spreadNote:
    'Chênh lệch giá: một nửa (ask − bid) khi mở và một nửa khi đóng × số đơn vị × tỷ giá quy đổi. Khoản này đã nằm trong kết quả gộp. Phí được thu khi mở lệnh; phần đã đóng chịu theo tỷ lệ.',
};

export const ownData: TextsLike<typeof english.ownData> = {
  title: 'Mọi thứ được lưu về bạn',
  fields: 'Tên các trường giống trong tệp JSON, nơi có đủ mọi dòng. Giờ UTC.',
  more: 'Đây là {rows} dòng đầu; tệp JSON có tất cả.',
  letters: 'Chữ mà phông của PDF này không có được ghi bằng mã số, ví dụ U+4E2D.',
  kinds: {
    profile: 'Hồ sơ',
    preferences: 'Tùy chọn',
    favourites: 'Mục yêu thích',
    notice_choices: 'Thông báo đã chọn',
    push_devices: 'Thiết bị nhận thông báo',
    limits: 'Giới hạn tự đặt',
    ranking: 'Xếp hạng',
    sessions: 'Phiên đăng nhập',
    devices: 'Thiết bị',
    passkeys: 'Khóa truy cập',
    sign_ins: 'Lần đăng nhập',
    read_articles: 'Bài đã đọc',
    notices: 'Thông báo',
    verifications: 'Xác minh danh tính',
    payout_methods: 'Phương thức rút tiền',
    deposits: 'Nạp tiền',
    withdrawals: 'Rút tiền',
    corrections: 'Điều chỉnh',
    live_orders: 'Lệnh đang mở',
    ended_orders: 'Lệnh đã kết thúc',
    trade_notes: 'Ghi chú giao dịch',
    postings: 'Bút toán',
    locked_postings: 'Bút toán tiền bị khóa',
    receipts: 'Biên nhận',
  },
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: 'Có yêu cầu rút {amount} lúc {time}.',
  method: 'Phương thức rút tiền {method} đã được thêm lúc {time}.',
  ask: 'Không phải bạn? Hãy thu hồi tại đây, không cần đăng nhập.',
  askMethod: 'Các lệnh rút theo phương thức rút tiền này chưa được duyệt cũng bị hủy.',
  button: 'Thu hồi',
  doneWithdrawal: 'Đã thu hồi. Tiền đã trở lại số dư.',
  doneMethod: 'Đã gỡ phương thức rút tiền và hủy các lệnh rút theo phương thức đó chưa được duyệt.',
  advice: 'Hãy đặt lại mật khẩu ngay: người khác có thể truy cập tài khoản của bạn.',
  contact: 'Liên hệ:',
};

const abroad =
  'Do lệnh trừng phạt quốc tế hoặc cảnh báo về rửa tiền, hoặc do luật pháp nơi đó không cho phép khách hàng cá nhân giao dịch loại hợp đồng này:';

export const countries: TextsLike<typeof english.countries> = {
  title: 'Các quốc gia chúng tôi không phục vụ',
  intro: 'Vì lý do chính sách, {company} không cung cấp dịch vụ tại các quốc gia và vùng lãnh thổ sau đây.',
  byLaw: {
    international: abroad,
    eu: 'Do lệnh trừng phạt quốc tế hoặc cảnh báo về rửa tiền, hoặc do luật pháp nơi đó, kể cả trong Liên minh châu Âu, không cho phép chào bán loại hợp đồng này cho khách hàng cá nhân:',
    uk: abroad,
  },
  byCompany: 'Theo quyết định của chính công ty:',
  means:
    'Không thể đăng ký bằng số di động của những nơi này, và người sinh sống tại đó không được mở tài khoản. Danh sách này dựa trên các quy định mà công ty tuân theo và cài đặt của công ty, và luôn là danh sách hiện hành.',
};
