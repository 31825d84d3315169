import type * as english from '../../en/server/messages.ts';
import type { TextsLike } from '../../texts-like.ts';

const secret = 'Không cung cấp mã này cho bất kỳ ai: nhân viên của {company} sẽ không bao giờ hỏi mã này.';
const notYou = 'Nếu không phải bạn, vui lòng đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.';

export const messages: TextsLike<typeof english.messages> = {
  'code-register': {
    subject: 'Mã xác thực đăng ký của bạn',
    text: `Mã xác thực để đăng ký tại {company} là {code}. Mã có hiệu lực trong {minutes} phút.\n\n${secret}\n\nNếu bạn không yêu cầu mã này, vui lòng bỏ qua tin nhắn này.`,
    sms: '{company}: {code} là mã đăng ký của bạn, hiệu lực {minutes} phút. Không cung cấp cho bất kỳ ai.',
  },
  'code-reset': {
    subject: 'Mã xác thực đặt lại mật khẩu',
    text: `Mã xác thực để đặt lại mật khẩu tại {company} là {code}. Mã có hiệu lực trong {minutes} phút.\n\n${secret}\n\nNếu bạn không yêu cầu mã này, vui lòng bỏ qua tin nhắn này. Mật khẩu của bạn vẫn giữ nguyên.`,
    sms: '{company}: {code} là mã đặt lại mật khẩu, hiệu lực {minutes} phút. Không cung cấp cho bất kỳ ai.',
  },
  'code-step-up': {
    subject: 'Mã xác nhận của bạn',
    text: `Mã xác nhận danh tính của bạn tại {company} là {code}. Mã có hiệu lực trong {minutes} phút.\n\n${secret}\n\nNếu bạn không yêu cầu mã này, có thể người khác đang truy cập tài khoản của bạn: vui lòng đổi mật khẩu ngay.`,
    sms: '{company}: {code} là mã xác nhận của bạn, hiệu lực {minutes} phút. Không cung cấp cho bất kỳ ai.',
  },
  'already-registered': {
    subject: 'Bạn đã có tài khoản',
    text: 'Có người yêu cầu đăng ký tại {company} bằng địa chỉ hoặc số điện thoại này. Bạn đã có tài khoản: vui lòng đăng nhập, hoặc đặt lại mật khẩu nếu bạn đã quên.\n\nNếu không phải bạn, vui lòng bỏ qua tin nhắn này. Không có gì thay đổi.',
    sms: '{company}: bạn đã có tài khoản. Vui lòng đăng nhập, hoặc đặt lại mật khẩu nếu bạn đã quên.',
  },
  'signed-in-new-device': {
    subject: 'Đăng nhập mới vào tài khoản của bạn',
    text: `Tài khoản của bạn tại {company} vừa được đăng nhập từ một thiết bị mới.\n\nThiết bị: {device}\nThời gian: {timeMs}\n\n${notYou}`,
    sms: '{company}: tài khoản được đăng nhập từ thiết bị khác. Nếu không phải bạn, hãy đặt lại mật khẩu ngay.',
  },
  'password-changed': {
    subject: 'Mật khẩu của bạn đã được thay đổi',
    text: `Mật khẩu tài khoản của bạn tại {company} đã được thay đổi.\n\nThời gian: {timeMs}\n\n${notYou}`,
    sms: '{company}: mật khẩu của bạn đã thay đổi. Nếu không phải bạn, hãy liên hệ bộ phận hỗ trợ ngay.',
  },
  'second-factor-added': {
    subject: 'Đã thêm xác thực hai lớp',
    text: `Một phương thức xác thực hai lớp đã được thêm vào tài khoản của bạn tại {company}.\n\nThời gian: {timeMs}\n\n${notYou}`,
    sms: '{company}: đã thêm xác thực hai lớp vào tài khoản. Nếu không phải bạn, hãy liên hệ hỗ trợ ngay.',
  },
  'second-factor-removed': {
    subject: 'Đã gỡ xác thực hai lớp',
    text: `Một phương thức xác thực hai lớp đã được gỡ khỏi tài khoản của bạn tại {company}.\n\nThời gian: {timeMs}\n\n${notYou}`,
    sms: '{company}: đã gỡ xác thực hai lớp khỏi tài khoản. Nếu không phải bạn, hãy liên hệ hỗ trợ ngay.',
  },
  'account-closed': {
    subject: 'Tài khoản của bạn đã đóng',
    text: 'Bạn đã đóng tài khoản tại {company}.\n\nThời gian: {timeMs}\n\nDữ liệu cá nhân của bạn được lưu giữ trong thời gian luật yêu cầu, sau đó bị xóa.\n\nNếu không phải bạn, vui lòng liên hệ bộ phận hỗ trợ ngay.',
    sms: '{company}: tài khoản của bạn đã đóng. Không phải bạn? Hãy liên hệ bộ phận hỗ trợ ngay.',
  },
  'verification-approved': {
    subject: 'Danh tính của bạn đã được xác minh',
    text: 'Giấy tờ của bạn đã được kiểm tra. Danh tính của bạn tại {company} đã được xác minh, bạn không cần làm gì thêm.',
  },
  'verification-rejected': {
    subject: 'Hồ sơ xác minh của bạn chưa được chấp nhận',
    text: 'Hồ sơ xác minh của bạn tại {company} chưa được chấp nhận.\n\nLý do: {reason}\n\nVui lòng đăng nhập và gửi lại giấy tờ.',
  },
  'margin-call': {
    subject: 'Cảnh báo ký quỹ của tài khoản {uid}',
    text: 'Mức ký quỹ của tài khoản {uid} tại {company} đã giảm xuống {levelE2}.\n\nNếu tiếp tục giảm, các vị thế sẽ tự động bị đóng. Bạn có thể đóng bớt vị thế hoặc nạp thêm tiền để tăng mức ký quỹ.',
  },
  'stop-out': {
    subject: 'Stop out: lệnh {orderId} đã đóng',
    text: 'Lệnh {orderId} của tài khoản {uid} tại {company} đã tự động bị đóng vì mức ký quỹ xuống quá thấp.\n\nBạn có thể xem chi tiết trong lịch sử lệnh.',
  },
  'stop-out-noticed': {
    subject: 'Mức stop out của bạn tăng lên {levelE2}',
    text: 'Từ {fromMs}, các vị thế của tài khoản {uid} tại {company} sẽ tự động bị đóng khi mức ký quỹ là {levelE2} hoặc thấp hơn. Đến lúc đó mức hiện tại vẫn giữ nguyên.\n\nBạn có thể nâng mức ký quỹ bằng cách đóng vị thế hoặc nạp thêm tiền.',
  },
  'swap-noticed': {
    subject: 'Phí qua đêm {code} của bạn kém lợi hơn',
    text: '{change}\n\nĐiều này liên quan đến tài khoản {uid} của bạn tại {company}. Bạn không cần trả lời.',
  },
  'deposit-credited': {
    subject: 'Khoản nạp {amount} đã được ghi có',
    text: 'Khoản nạp {amount} của bạn đã được ghi có vào tài khoản {uid} tại {company}.',
  },
  'deposit-rejected': {
    subject: 'Khoản nạp của bạn không được chấp nhận',
    text: 'Khoản nạp {amount} vào tài khoản {uid} của bạn tại {company} không được chấp nhận.\n\nBạn có thể xem lý do trong lịch sử nạp tiền.',
  },
  'withdrawal-requested': {
    subject: 'Đã có yêu cầu rút {amount}',
    text: 'Đã có yêu cầu rút {amount} từ tài khoản {uid} của bạn tại {company}.\n\nNếu không phải bạn, hãy đăng nhập, hủy trong lịch sử rút tiền và đặt lại mật khẩu ngay.',
    sms: '{company}: đã có yêu cầu rút {amount}. Không phải bạn? Hãy hủy và đặt lại mật khẩu ngay.',
  },
  'withdrawal-approved': {
    subject: 'Yêu cầu rút {amount} đã được duyệt',
    text: 'Yêu cầu rút {amount} từ tài khoản {uid} của bạn tại {company} đã được duyệt và sẽ được chi trả.\n\nNếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ ngay.',
  },
  'withdrawal-paid': {
    subject: 'Khoản rút {amount} đã được chi trả',
    text: 'Khoản rút {amount} từ tài khoản {uid} của bạn tại {company} đã được chi trả.\n\nNếu bạn không yêu cầu, hãy liên hệ bộ phận hỗ trợ ngay.',
  },
  'withdrawal-rejected': {
    subject: 'Yêu cầu rút tiền của bạn bị từ chối',
    text: 'Yêu cầu rút {amount} từ tài khoản {uid} của bạn tại {company} bị từ chối. Toàn bộ số tiền đã trở lại số dư.\n\nBạn có thể xem lý do trong lịch sử rút tiền.',
  },
  'withdrawal-taken-back': {
    subject: 'Yêu cầu rút tiền của bạn đã bị thu hồi',
    text: 'Yêu cầu rút {amount} của bạn đã bị thu hồi vì số dư xuống dưới không. ({company}, {uid})\n\nBạn có thể xem lý do trong lịch sử rút tiền.',
  },
  'correction-posted': {
    subject: 'Tài khoản của bạn có một khoản điều chỉnh',
    text: 'Tài khoản {uid} của bạn tại {company} có một khoản điều chỉnh {amount}, đã được hai người phê duyệt.\n\nBạn có thể xem lý do trong lịch sử tài khoản.',
  },
  'account-disabled': {
    subject: 'Tài khoản của bạn đã bị vô hiệu hóa',
    text: 'Tài khoản của bạn tại {company} đã bị vô hiệu hóa. Bạn không thể đăng nhập nữa.\n\nNếu có thắc mắc, vui lòng liên hệ bộ phận hỗ trợ.',
    sms: '{company}: tài khoản của bạn đã bị vô hiệu hóa. Vui lòng liên hệ bộ phận hỗ trợ.',
  },
  'method-bound': {
    subject: 'Đã thêm phương thức rút tiền mới',
    text: `Một phương thức rút tiền đã được thêm vào tài khoản của bạn tại {company}.\n\n{method}\nThời gian: {timeMs}\n\nBạn có thể rút tiền theo phương thức đó từ {usableAtMs}.\n\n${notYou}`,
    sms: '{company}: đã thêm phương thức rút tiền mới. Không phải bạn? Hãy đặt lại mật khẩu ngay.',
  },
  'method-removed': {
    subject: 'Đã xóa phương thức rút tiền',
    text: `Một phương thức rút tiền đã bị xóa khỏi tài khoản của bạn tại {company}.\n\n{method}\nThời gian: {timeMs}\n\n${notYou}`,
    sms: '{company}: đã xóa một phương thức rút tiền. Không phải bạn? Hãy đặt lại mật khẩu ngay.',
  },
};

export const takeBackLine: string = 'Bạn có thể thu hồi trong 7 ngày bằng liên kết này, không cần đăng nhập: {link}';
