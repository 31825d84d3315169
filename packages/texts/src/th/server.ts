import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': 'แจ้งเตือนมาร์จิ้น: อิควิตี้ไม่พอสำหรับมาร์จิ้น โปรดเติมเงินหรือปิดสถานะ',
  'margin-call-ended': 'แจ้งเตือนมาร์จิ้นสิ้นสุดแล้ว: อิควิตี้พอสำหรับมาร์จิ้นอีกครั้ง',
  'stop-out': 'สต็อปเอาต์: {code} (คำสั่ง {order}) ถูกปิดเพราะอิควิตี้ต่ำเกินไป ผลลัพธ์ {amount}',
  'stop-out-paused': 'ต้องสต็อปเอาต์แต่ตลาดปิดอยู่ สถานะจะถูกปิดเมื่อตลาดเปิด',
  'stop-out-resumed': 'ไม่มีสต็อปเอาต์ที่รออยู่แล้ว',
  'stop-out-noticed': 'ตั้งแต่ {time} ระดับสต็อปเอาต์ของสถานะที่เปิดอยู่คือ {level} จนถึงเวลานั้นใช้ระดับปัจจุบัน',
  'stop-out-raised':
    'ตั้งแต่ {time} ระดับสต็อปเอาต์ของสถานะที่เปิดอยู่คือ {level} จนถึงเวลานั้นยังเป็น {before} ปิดสถานะหรือฝากเงินเพิ่มเพื่อให้อยู่เหนือระดับนี้',
  'stop-out-notice-ended': 'ระดับสต็อปเอาต์ของบัญชีคุณคือ {level} แล้ว',
  'swap-noticed':
    '{code} ({side}): ตั้งแต่ {time} สวอปของสถานะที่เปิดอยู่คือ {after} จุดต่อคืน จนถึงเวลานั้น {before} สถานะที่ปิดก่อนหน้านั้นจะไม่ถูกคิด',
  'swap-noticed-now': '{code} ({side}): สวอปตอนนี้คือ {after} จุดต่อคืน ก่อนหน้านี้ {before} ใช้กับสถานะของคุณซึ่งเปิดหลังการเปลี่ยนแปลง',
  'order-cancelled': 'คำสั่งรอดำเนินการ {order} ของ {code} ถูกยกเลิก: ฟรีมาร์จิ้นไม่พอ',
  'order-expired': 'คำสั่งรอดำเนินการ {order} ของ {code} หมดอายุแล้ว',
  'negative-balance-covered': 'ยอดเงินของคุณติดลบ เราชดเชยให้ {amount} คุณไม่ต้องจ่ายคืน',
  'alert-fired': '{code} ถึงราคาแจ้งเตือนของคุณที่ {price} แล้ว',
  'swap-alert-fired': 'สวอปคืนนี้ของสถานะที่เปิดอยู่: {amount}',
  'result-alert-fired': 'สถานะ {order} ใน {code} ถึงการแจ้งเตือนแล้ว: {amount} รวมสวอป',
  'margin-alert-fired': 'ระดับมาร์จิ้นของคุณอยู่ที่ {level} และถึงการแจ้งเตือนแล้ว',
  'alert-fired-percent': '{code} เคลื่อนไหว {level} นับตั้งแต่ตั้งการแจ้งเตือน มาที่ {price}',
  'deposit-credited': 'เงินฝากของคุณจำนวน {amount} เข้าบัญชีแล้ว',
  'deposit-rejected': 'เงินฝากของคุณจำนวน {amount} ไม่ได้รับการยอมรับ ดูเหตุผลได้ในประวัติการฝากเงิน',
  'withdrawal-requested': 'มีคำขอถอนเงิน {amount}',
  'withdrawal-approved': 'คำขอถอนเงิน {amount} ของคุณได้รับอนุมัติแล้วและจะจ่ายต่อไป',
  'withdrawal-paid': 'จ่ายเงินถอน {amount} ให้คุณแล้ว',
  'withdrawal-rejected': 'คำขอถอนเงิน {amount} ของคุณถูกปฏิเสธ เงินทั้งหมดคืนเข้ายอดเงินของคุณแล้ว',
  'withdrawal-taken-back': 'คำขอถอนเงิน {amount} ของคุณถูกเรียกคืน เพราะยอดเงินต่ำกว่าศูนย์',
  'correction-posted': 'มีการปรับปรุงรายการ {amount} ในบัญชีของคุณ ดูเหตุผลได้ในประวัติบัญชี',
  'order-filled-buy': 'ซื้อ {lots} {code} ที่ {price} แล้ว',
  'order-filled-sell': 'ขาย {lots} {code} ที่ {price} แล้ว',
  'order-closed': 'ปิด {code} ที่ {price} แล้ว ผลลัพธ์สุทธิ {amount}',
  'stop-loss-hit': 'จุดตัดขาดทุน: ปิด {code} ที่ {price} แล้ว ผลลัพธ์สุทธิ {amount}',
  'take-profit-hit': 'จุดทำกำไร: ปิด {code} ที่ {price} แล้ว ผลลัพธ์สุทธิ {amount}',
  'password-changed': 'รหัสผ่านของคุณถูกเปลี่ยนแล้ว',
  'second-factor-added': 'มีการเพิ่มการยืนยันขั้นที่สองในบัญชีของคุณ',
  'second-factor-removed': 'มีการนำการยืนยันขั้นที่สองออกจากบัญชีของคุณ',
  'signed-in-new-device': 'มีการใช้บัญชีของคุณบนอุปกรณ์ใหม่',
  'method-bound': 'มีการเพิ่มวิธีถอนเงินในบัญชีของคุณ',
  'method-removed': 'มีการนำวิธีถอนเงินออกจากบัญชีของคุณ',
  'verification-approved': 'ยืนยันตัวตนของคุณแล้ว',
  'verification-rejected': 'การยืนยันตัวตนของคุณไม่ผ่าน ดูเหตุผลได้ที่หน้ายืนยันตัวตน',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'ซื้อ', sell: 'ขาย' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'คำสั่งถูกจับคู่หรือปิด',
  stops: 'ถึงจุดตัดขาดทุนหรือจุดทำกำไร',
  'stop-out': 'สต็อปเอาต์',
  'margin-call': 'แจ้งเตือนมาร์จิ้น',
  alert: 'การแจ้งเตือนทำงาน',
  'swap-alert': 'การแจ้งเตือนสวอป',
  'result-alert': 'การแจ้งเตือนผลลัพธ์ของสถานะ',
  'margin-alert': 'การแจ้งเตือนระดับมาร์จิ้น',
  money: 'ฝากหรือถอนเงิน',
  security: 'เข้าสู่ระบบใหม่หรือเปลี่ยนข้อมูลเข้าสู่ระบบ',
  verification: 'ผลการยืนยันตัวตน',
  terms: 'เงื่อนไขที่เปลี่ยนสำหรับคุณ',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'เงินฝึกเทรด',
  'demo-return': 'เงินฝึกเทรดที่คืนเมื่อรีเซ็ต',
  'trade-fee': 'ค่าธรรมเนียม',
  'trade-profit': 'กำไรของคำสั่ง',
  'trade-loss': 'ขาดทุนของคำสั่ง',
  swap: 'สวอป',
  'negative-balance': 'ชดเชยยอดติดลบ',
  deposit: 'ฝากเงิน',
  'withdrawal-lock': 'ขอถอนเงิน',
  'withdrawal-release': 'คืนเงินที่ขอถอน',
  'withdrawal-paid': 'จ่ายเงินถอนแล้ว',
  'withdrawal-fee': 'ค่าธรรมเนียมการถอนเงิน',
  correction: 'ปรับปรุงรายการ',
  'closing-remainder': 'เศษต่ำกว่าหนึ่งเซนต์เมื่อปิดบัญชี',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'ส่งคำขอแล้ว',
  approved: 'อนุมัติแล้ว',
  paid: 'จ่ายแล้ว',
  rejected: 'ถูกปฏิเสธ',
  cancelled: 'ยกเลิกแล้ว',
  held: 'พักไว้จนถึง {time}',
  marketClosed: 'รอตลาดของสถานะที่ถือเปิด',
};

export const claims: TextsLike<typeof english.claims> = {
  contested: 'การชำระเงินนี้ถูกแจ้งมากกว่าหนึ่งครั้ง เรากำลังตรวจสอบว่าใครเป็นผู้จ่ายและจะแสดงผลที่นี่ หากมีหลักฐานเพิ่มเติม โปรดส่งให้ฝ่ายสนับสนุน',
  lost: 'ตรวจสอบแล้วพบว่าการชำระเงินนี้ไม่ใช่ของคุณ จึงไม่ได้เข้าบัญชี หากคุณเป็นผู้จ่ายจริง โปรดส่งหลักฐานให้ฝ่ายสนับสนุน',
};
