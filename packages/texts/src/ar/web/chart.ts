import type * as english from '../../en/web/chart.ts';
import type { TextsLike } from '../../texts-like.ts';

export const chart: TextsLike<typeof english.chart> = {
  'chart.sessions': 'جلسات التداول',
  'chart.sessionsHint': 'الساعات المعتادة بتوقيت كل مركز. الوقت أسفل الرسم: {zone}.',
  'chart.sessionsNotHere': 'تُرسم على أعمدة مدتها ساعة أو أقل.',
  'chart.ticksNote': 'الأسعار الواردة منذ فتح هذه الصفحة، آخر {count} على الأكثر',
  'chart.notOnTicks': 'لا يُرسم على رسم الأسعار الواردة.',
  'chart.full': 'ملء الشاشة',
  'chart.leaveFull': 'الخروج من ملء الشاشة',
  'chart.moveKeys': 'نقل الأزرار إلى الجانب الآخر',
  'chart.setOnChart': 'تحديد على الرسم البياني',
  'chart.dragToSet': 'اسحب الخط لتحديد السعر',
  'chart.magnet': 'مغناطيس: تلتصق النقاط بأسعار العمود',
  'chart.drawingColour': 'اللون {number} من {count}',
  'chart.sideBySide': 'رسوم بيانية متجاورة',
  'chart.place': 'الرسم {number}',
  'chart.toTicket': 'التداول من الرسم {number}',
  'chart.link': 'ربط الرسم {number} بالرسوم الأخرى',
  'chart.linkedHint': 'تعرض الرسوم المرتبطة مؤشر التقاطع عند الوقت نفسه.',
  'chart.sameInstrument': 'الأداة نفسها في الرسوم المرتبطة',
  'chart.samePeriod': 'الفترة نفسها في الرسوم المرتبطة',
};
