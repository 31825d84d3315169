import type { enStatement } from './en-statement.ts';
import type { TextsLike } from './plural.ts';

/** Texts of the statement. */
export const arStatement: TextsLike<typeof enStatement> = {
  'statement.title': 'كشف الحساب',
  'statement.period': 'الفترة',
  'statement.thisMonth': 'هذا الشهر',
  'statement.lastMonth': 'الشهر الماضي',
  'statement.own': 'تواريخ مخصصة',
  'statement.from': 'من',
  'statement.to': 'إلى',
  'statement.opening': 'الرصيد الافتتاحي',
  'statement.changes': 'التغيرات',
  'statement.closing': 'الرصيد الختامي',
  'statement.costs': 'الأوامر المغلقة خلال الفترة',
  'statement.orders': 'الأوامر',
  'statement.beforeCosts': 'قبل التكاليف',
  'statement.spread': 'السبريد',
  'statement.fee': 'العمولة',
  'statement.swap': 'السواب',
  'statement.net': 'صافي النتيجة',
  'statement.zone': 'أيام كاملة بتوقيت نيويورك',
  'statement.pdf': 'تنزيل PDF',
  'statement.csv': 'تنزيل CSV',
  'statement.errorTitle': 'تعذر تحميل كشف الحساب',
  'statement.emptyTitle': 'لا شيء في هذه الفترة',
  'statement.emptyText': 'لم يتغير الرصيد ولم يُغلق أي أمر.',
};
