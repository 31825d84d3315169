import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const thStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'ใบแจ้งยอดบัญชี',
  'statement.period': 'ช่วงเวลา',
  'statement.thisMonth': 'เดือนนี้',
  'statement.lastMonth': 'เดือนที่แล้ว',
  'statement.own': 'กำหนดเอง',
  'statement.from': 'จาก',
  'statement.to': 'ถึง',
  'statement.opening': 'ยอดคงเหลือต้นงวด',
  'statement.changes': 'การเปลี่ยนแปลง',
  'statement.closing': 'ยอดคงเหลือปลายงวด',
  'statement.costs': 'คำสั่งที่ปิดในช่วงนี้',
  'statement.orders': 'คำสั่ง',
  'statement.beforeCosts': 'ก่อนหักต้นทุน',
  'statement.spread': 'สเปรด',
  'statement.fee': 'ค่าธรรมเนียม',
  'statement.swap': 'สวอป',
  'statement.net': 'ผลสุทธิ',
  'statement.zone': 'นับเต็มวันตามเวลานิวยอร์ก',
  'statement.pdf': 'ดาวน์โหลด PDF',
  'statement.csv': 'ดาวน์โหลด CSV',
  'statement.errorTitle': 'โหลดใบแจ้งยอดบัญชีไม่สำเร็จ',
  'statement.emptyTitle': 'ไม่มีรายการในช่วงนี้',
  'statement.emptyText': 'ยอดคงเหลือไม่เปลี่ยนแปลง และไม่มีคำสั่งที่ปิด',
};
