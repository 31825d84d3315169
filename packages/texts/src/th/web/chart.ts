import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'ช่วงเวลาซื้อขาย',
  'chart.sessionsHint': 'เวลาปกติตามนาฬิกาของแต่ละศูนย์ เวลาใต้กราฟ: {zone}',
  'chart.sessionsNotHere': 'แสดงบนแท่งหนึ่งชั่วโมงหรือสั้นกว่า',
  'chart.ticksNote': 'ราคาเสนอนับจากเปิดหน้านี้ สูงสุด {count} รายการล่าสุด',
  'chart.notOnTicks': 'ไม่แสดงบนกราฟราคาเสนอ',
  'chart.full': 'เต็มจอ',
  'chart.leaveFull': 'ออกจากเต็มจอ',
  'chart.moveKeys': 'ย้ายปุ่มไปอีกด้าน',
  'chart.setOnChart': 'กำหนดบนกราฟ',
  'chart.dragToSet': 'ลากเส้นเพื่อกำหนดราคา',
  'chart.magnet': 'แม่เหล็ก: จุดจะเกาะกับราคาของแท่ง',
  'chart.drawingColour': 'สี {number} จาก {count}',
  'chart.sideBySide': 'กราฟเคียงข้างกัน',
  'chart.place': 'กราฟ {number}',
  'chart.toTicket': 'ซื้อขายจากกราฟ {number}',
  'chart.link': 'เชื่อมกราฟ {number} กับกราฟอื่น',
  'chart.linkedHint': 'กราฟที่เชื่อมกันแสดงเส้นกากบาทที่เวลาเดียวกัน',
  'chart.sameInstrument': 'สินค้าเดียวกันในกราฟที่เชื่อมกัน',
  'chart.samePeriod': 'ช่วงเวลาเดียวกันในกราฟที่เชื่อมกัน',
};
