import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'ราคาของคำสั่งที่สอง',
  'oco.title': 'คำสั่งหนึ่งยกเลิกอีกคำสั่ง',
  'oco.text': 'เมื่อคำสั่งหนึ่งในสองคำสั่งจับคู่แล้ว อีกคำสั่งจะถูกยกเลิก',
  'oco.side': 'ด้านของคำสั่งที่สอง',
  'oco.rest': 'ล็อต ตัวคูณ วันหมดอายุ และระยะหยุด ใช้ตามคำสั่งแรก',
  'oco.placed': 'ส่งและเชื่อมทั้งสองคำสั่งแล้ว',
  'oco.firstOnly': 'ส่งคำสั่งแรกแล้ว แต่คำสั่งที่สองไม่สำเร็จ: {reason}',
  'oco.link': 'เชื่อมกับคำสั่งอื่น',
  'oco.unlink': 'ยกเลิกการเชื่อม',
  'oco.choose': 'คำสั่งรอดำเนินการอื่น',
  'oco.linked': 'เชื่อมคำสั่งแล้ว',
  'oco.unlinked': 'ยกเลิกการเชื่อมแล้ว',
  'oco.none': 'ไม่มีคำสั่งให้เชื่อม',
  'oco.noneText': 'โปรดส่งคำสั่งรออีกหนึ่งรายการก่อน คำสั่งที่เชื่อมแล้วจะไม่แสดง',
  'oco.tag': 'เชื่อมแล้ว',
  'order.edit': 'แก้ไขคำสั่ง',
  'order.pickDay': 'เลือกวัน',
  'order.notFound': 'ไม่พบคำสั่ง',
  'order.notFoundText': 'บัญชีนี้ไม่มีคำสั่งหมายเลขนี้',
};
