import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'ข้อความแจ้ง',
  'notices.filter': 'ประเภท',
  'notices.orders': 'คำสั่ง',
  'notices.account': 'บัญชี',
  'notices.readAll': 'ทำเครื่องหมายว่าอ่านทั้งหมด',
  'notices.yesterday': 'เมื่อวาน',
  'notices.emptyTitle': 'ไม่มีข้อความแจ้ง',
  'notices.emptyText': 'รายการจับคู่ การแจ้งเตือน และการเงินจะแสดงที่นี่',
  'notices.failed': 'โหลดข้อความแจ้งไม่สำเร็จ',
  'notices.end': 'ข้อความแจ้งเก็บไว้ 90 วัน',
};
