import type * as english from '../../en/web/notices.ts';
import type { TextsLike } from '../../texts-like.ts';

export const notices: TextsLike<typeof english.notices> = {
  'notices.title': 'الإشعارات',
  'notices.filter': 'النوع',
  'notices.orders': 'الأوامر',
  'notices.account': 'الحساب',
  'notices.readAll': 'تعليم الكل كمقروء',
  'notices.yesterday': 'أمس',
  'notices.emptyTitle': 'لا إشعارات',
  'notices.emptyText': 'تظهر هنا التنفيذات والتنبيهات والمدفوعات.',
  'notices.failed': 'تعذر تحميل الإشعارات',
  'notices.end': 'تُحفظ الإشعارات 90 يومًا.',
};
