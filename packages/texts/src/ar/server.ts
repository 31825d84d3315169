import type * as english from '../en/server.ts';
import type { TextsLike } from '../texts-like.ts';

export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

export const notices: TextsLike<typeof english.notices> = {
  'margin-call': 'نداء الهامش: لم تعد حقوق الملكية تغطي الهامش. أضف أموالًا أو أغلق صفقات.',
  'margin-call-ended': 'انتهى نداء الهامش: حقوق الملكية تغطي الهامش من جديد.',
  'stop-out': 'الإغلاق الإجباري: أُغلق {code} (الأمر {order}) لأن حقوق الملكية انخفضت كثيرًا. النتيجة {amount}.',
  'stop-out-paused': 'الإغلاق الإجباري مستحق والسوق مغلق. ستُغلق الصفقات عند الافتتاح.',
  'stop-out-resumed': 'لم يعد الإغلاق الإجباري قيد الانتظار.',
  'stop-out-noticed':
    'من {time} يصبح مستوى الإغلاق الإجباري لمراكزك المفتوحة {level}. حتى ذلك الحين يبقى المستوى الحالي.',
  'stop-out-raised':
    'من {time} يصبح مستوى الإغلاق الإجباري لمراكزك المفتوحة {level}، وحتى ذلك الحين يبقى {before}. إغلاق مراكز أو إضافة أموال يبقيك فوقه.',
  'stop-out-notice-ended': 'مستوى الإغلاق الإجباري لحسابك الآن {level}.',
  'swap-noticed':
    '{code} ({side}): من {time} يكون سواب صفقاتك المفتوحة {after} نقطة في الليلة، وحتى ذلك الحين {before}. لا يُحتسب على صفقة تغلقها قبل ذلك.',
  'swap-noticed-now':
    '{code} ({side}): أصبح السواب {after} نقطة في الليلة، وكان {before}. ينطبق على صفقتك التي فُتحت بعد التغيير.',
  'order-cancelled': 'أُلغي الأمر المعلق {order} على {code}: الهامش الحر لم يكن كافيًا.',
  'order-expired': 'انتهت مدة الأمر المعلق {order} على {code}.',
  'negative-balance-covered': 'انخفض رصيدك تحت الصفر وقد غطينا {amount}: لا يترتب عليك شيء.',
  'alert-fired': 'وصل {code} إلى تنبيهك عند {price}.',
  'swap-alert-fired': 'سواب صفقاتك المفتوحة الليلة: {amount}.',
  'result-alert-fired': 'وصلت صفقتك {order} على {code} إلى تنبيهك: {amount} شاملًا السواب.',
  'margin-alert-fired': 'مستوى الهامش لديك {level} وقد وصل إلى تنبيهك.',
  'alert-fired-percent': 'تحرك {code} بنسبة {level} منذ ضبط تنبيهك، إلى {price}.',
  'deposit-credited': 'تم قيد إيداعك بمبلغ {amount}.',
  'deposit-rejected': 'لم يُقبل إيداعك بمبلغ {amount}. السبب مذكور في سجل الإيداعات.',
  'withdrawal-requested': 'طُلب سحب بمبلغ {amount}.',
  'withdrawal-approved': 'تمت الموافقة على سحبك بمبلغ {amount} وسيُدفع.',
  'withdrawal-paid': 'تم دفع سحبك بمبلغ {amount}.',
  'withdrawal-rejected': 'رُفض سحبك بمبلغ {amount}. عاد المبلغ كاملًا إلى رصيدك.',
  'withdrawal-taken-back': 'استُرجع سحبك بمبلغ {amount} لأن رصيدك انخفض دون الصفر.',
  'correction-posted': 'تم قيد تصحيح بمبلغ {amount} في حسابك. السبب مذكور في سجل الحساب.',
  'order-filled-buy': 'تم شراء {lots} {code} بسعر {price}.',
  'order-filled-sell': 'تم بيع {lots} {code} بسعر {price}.',
  'order-closed': 'أُغلق {code} بسعر {price}. صافي النتيجة {amount}.',
  'stop-loss-hit': 'وقف الخسارة: أُغلق {code} بسعر {price}. صافي النتيجة {amount}.',
  'take-profit-hit': 'جني الأرباح: أُغلق {code} بسعر {price}. صافي النتيجة {amount}.',
  'password-changed': 'تم تغيير كلمة المرور.',
  'second-factor-added': 'أُضيف عامل تحقق ثانٍ إلى حسابك.',
  'second-factor-removed': 'أُزيل عامل تحقق ثانٍ من حسابك.',
  'signed-in-new-device': 'استُخدم حسابك على جهاز جديد.',
  'method-bound': 'أُضيفت طريقة سحب إلى حسابك.',
  'method-removed': 'أُزيلت طريقة سحب من حسابك.',
  'verification-approved': 'تم توثيق هويتك.',
  'verification-rejected': 'لم يُقبل توثيق هويتك. السبب مذكور في صفحة التوثيق.',
};

export const sides: TextsLike<typeof english.sides> = { buy: 'شراء', sell: 'بيع' };

export const noticeEvents: TextsLike<typeof english.noticeEvents> = {
  fills: 'تنفيذ أمر أو إغلاقه',
  stops: 'وقف خسارة أو جني أرباح',
  'stop-out': 'الإغلاق الإجباري',
  'margin-call': 'نداء الهامش',
  alert: 'تنبيه وصل إلى مستواه',
  'swap-alert': 'تنبيه السواب',
  'result-alert': 'تنبيه نتيجة صفقة',
  'margin-alert': 'تنبيه مستوى الهامش',
  money: 'إيداع أو سحب',
  security: 'تسجيل دخول جديد أو تغيير بيانات الدخول',
  verification: 'قرار توثيق الهوية',
  terms: 'شروط تتغير لك',
};

export const postings: TextsLike<typeof english.postings> = {
  'demo-grant': 'أموال تدريبية',
  'demo-return': 'أموال تدريبية أُعيدت عند إعادة الضبط',
  'trade-fee': 'رسوم المعالجة',
  'trade-profit': 'ربح أمر',
  'trade-loss': 'خسارة أمر',
  swap: 'رسوم التبييت',
  'negative-balance': 'تغطية الرصيد السالب',
  deposit: 'إيداع',
  'withdrawal-lock': 'طلب سحب',
  'withdrawal-release': 'إعادة مبلغ السحب',
  'withdrawal-paid': 'تم دفع السحب',
  'withdrawal-fee': 'رسوم السحب',
  correction: 'تصحيح',
  'closing-remainder': 'باقٍ أقل من سنت عند الإغلاق',
};

export const withdrawalStates: TextsLike<typeof english.withdrawalStates> = {
  requested: 'تم الطلب',
  approved: 'تمت الموافقة',
  paid: 'تم الدفع',
  rejected: 'مرفوض',
  cancelled: 'ملغى',
  held: 'معلّق حتى {time}',
  marketClosed: 'بانتظار افتتاح سوق مركزك',
};

export const claims: TextsLike<typeof english.claims> = {
  contested:
    'تم الإبلاغ عن هذه الدفعة أكثر من مرة. نتحقق ممن دفعها وسنعرض النتيجة هنا. إن كان لديك إثبات آخر فأرسله إلى الدعم.',
  lost: 'تبيّن لنا أن هذه الدفعة ليست لك، لذلك لم تُضف إلى رصيدك. إن كنت أنت من دفعها فأرسل إثبات الدفع إلى الدعم.',
};
