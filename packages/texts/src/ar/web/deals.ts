import type * as english from '../../en/web/deals.ts';
import type { TextsLike } from '../../texts-like.ts';

export const deals: TextsLike<typeof english.deals> = {
  'trade.pairPrice': 'سعر الأمر الثاني',
  'oco.title': 'أحدهما يلغي الآخر',
  'oco.text': 'عند تنفيذ أحد الأمرين يُلغى الآخر.',
  'oco.side': 'جهة الأمر الثاني',
  'oco.rest': 'اللوتات والمضاعف والانتهاء ومسافات الوقف هي نفسها في الأمر الأول.',
  'oco.placed': 'وُضع الأمران وتم ربطهما',
  'oco.firstOnly': 'وُضع الأمر الأول ولم يوضع الثاني: {reason}',
  'oco.link': 'ربط بأمر آخر',
  'oco.unlink': 'إزالة الربط',
  'oco.choose': 'أوامر معلقة أخرى',
  'oco.linked': 'تم ربط الأمرين',
  'oco.unlinked': 'أُزيل الربط',
  'oco.none': 'لا يوجد أمر للربط',
  'oco.noneText': 'ضع أمرًا معلقًا آخر أولًا. الأوامر المربوطة لا تظهر هنا.',
  'oco.tag': 'مربوط',
  'order.edit': 'تعديل الأمر',
  'order.pickDay': 'اختيار يوم',
  'order.notFound': 'الأمر غير موجود',
  'order.notFoundText': 'لا يوجد في هذا الحساب أمر بهذا الرقم.',
};
