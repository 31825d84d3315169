import type { Remarks } from '../remarks.ts';

export const remarks: Remarks = {
  withdrawal: {
    payee: 'Chúng tôi chỉ trả vào tài khoản đứng tên bạn. Vui lòng thêm một tài khoản và yêu cầu rút tiền lại.',
    source: 'Vui lòng rút về tài khoản hoặc địa chỉ mà bạn đã nạp trước.',
    document: 'Giấy tờ của bạn đã hết hạn. Vui lòng gửi giấy tờ còn hạn và yêu cầu rút tiền lại.',
    bank: 'Ngân hàng của bạn đã trả lại khoản tiền. Vui lòng kiểm tra thông tin tài khoản và yêu cầu rút tiền lại.',
    asked: 'Đã hủy theo yêu cầu của bạn. Số tiền có thể dùng lại.',
  },
  deposit: {
    notFound: 'Chúng tôi không tìm thấy khoản thanh toán này. Vui lòng kiểm tra mã và ngày, rồi báo lại.',
    amount: 'Số tiền nhận được không phải số đã báo. Vui lòng báo số tiền bạn đã gửi.',
    proof: 'Ảnh không cho thấy khoản thanh toán. Vui lòng báo lại kèm biên lai rõ ràng.',
    otherName: 'Khoản thanh toán đến từ tài khoản không đứng tên bạn nên chúng tôi không thể ghi có.',
  },
  verification: {
    blurred: 'Không đọc được ảnh. Vui lòng chụp lại ở nơi đủ sáng.',
    cropped: 'Thiếu một góc của giấy tờ. Vui lòng chụp toàn bộ giấy tờ.',
    expired: 'Giấy tờ đã hết hạn. Vui lòng gửi giấy tờ còn hạn.',
    otherName: 'Tên đã nhập không phải tên trên giấy tờ. Vui lòng nhập đúng như in.',
    kind: 'Chúng tôi không nhận loại giấy tờ này. Vui lòng gửi hộ chiếu hoặc căn cước.',
  },
};
