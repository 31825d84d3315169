import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'Phiên giao dịch',
  'chart.sessionsHint': 'Giờ thường lệ theo đồng hồ của từng trung tâm. Giờ bên dưới biểu đồ: {zone}.',
  'chart.sessionsNotHere': 'Hiển thị trên thanh một giờ hoặc ngắn hơn.',
  'chart.ticksNote': 'Báo giá từ khi mở trang này, tối đa {count} báo giá gần nhất',
  'chart.notOnTicks': 'Không hiển thị trên biểu đồ báo giá.',
  'chart.full': 'Toàn màn hình',
  'chart.leaveFull': 'Thoát toàn màn hình',
  'chart.moveKeys': 'Chuyển các nút sang phía kia',
  'chart.setOnChart': 'Đặt trên biểu đồ',
  'chart.dragToSet': 'Kéo đường để đặt giá',
  'chart.magnet': 'Nam châm: điểm bám vào giá của thanh',
  'chart.drawingColour': 'Màu {number}/{count}',
  'chart.sideBySide': 'Biểu đồ cạnh nhau',
  'chart.place': 'Biểu đồ {number}',
  'chart.toTicket': 'Giao dịch từ biểu đồ {number}',
  'chart.link': 'Liên kết biểu đồ {number} với các biểu đồ khác',
  'chart.linkedHint': 'Các biểu đồ liên kết hiện tâm ngắm ở cùng một thời điểm.',
  'chart.sameInstrument': 'Cùng sản phẩm trên các biểu đồ liên kết',
  'chart.samePeriod': 'Cùng khung thời gian trên các biểu đồ liên kết',
};
