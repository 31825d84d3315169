import type * as english from '../../en/server/documents.ts';
import type { TextsLike } from '../../texts-like.ts';

export const statement: TextsLike<typeof english.statement> = {
  title: 'كشف حساب',
  account: 'الحساب',
  kind: 'نوع الحساب',
  demo: 'حساب تجريبي: أموال تدريبية فقط',
  real: 'حساب حقيقي',
  currency: 'العملة',
  period: 'الفترة',
  zone: 'المنطقة الزمنية',
  madeAt: 'أُعدّ في',
  opening: 'الرصيد الافتتاحي',
  closing: 'الرصيد الختامي',
  sum: 'المجموع',
  postings: 'تغيّرات الرصيد',
  time: 'الوقت',
  reason: 'السبب',
  order: 'الأمر',
  amount: 'المبلغ',
  balance: 'الرصيد بعدها',
  totals: 'المجاميع حسب السبب',
  count: 'العدد',
  orders: 'الأوامر المغلقة في الفترة',
  instrument: 'الأداة',
  side: 'الاتجاه',
  buy: 'شراء',
  sell: 'بيع',
  lots: 'اللوت',
  opened: 'فُتح',
  closed: 'أُغلق',
  openPrice: 'سعر الفتح',
  closePrice: 'سعر الإغلاق',
  beforeCosts: 'قبل التكاليف',
  spread: 'السبريد',
  gross: 'النتيجة الإجمالية',
  fee: 'رسوم المعالجة',
  swap: 'رسوم التبييت',
  net: 'النتيجة الصافية',
  page: 'صفحة',
  reconciled:
    'تم التحقق: الرصيد الافتتاحي مع كل التغيّرات يساوي الرصيد الختامي، ونتيجة كل أمر ورسومه ورسوم تبييته مطابقة لما قُيّد.',
  spreadNote:
    'السبريد: نصف (ask − bid) عند الفتح ونصفه عند الإغلاق × الوحدات × سعر التحويل، وهو متضمَّن في النتيجة الإجمالية. تُحتسب الرسوم عند فتح الأمر، وللجزء المغلق حصته منها.',
};

export const ownData: TextsLike<typeof english.ownData> = {
  title: 'كل ما هو محفوظ عنك',
  fields: 'أسماء الحقول هي نفسها في ملف JSON الذي يحوي كل الصفوف كاملة. الأوقات بتوقيت UTC.',
  more: 'هنا أول {rows}؛ ملف JSON يحويها كلها.',
  letters: 'الأحرف التي لا يحويها خط هذا الملف تُعطى بأرقامها، مثل U+4E2D.',
  kinds: {
    profile: 'الملف الشخصي',
    preferences: 'التفضيلات',
    favourites: 'المفضلة',
    notice_choices: 'الإشعارات المختارة',
    push_devices: 'أجهزة الإشعارات',
    limits: 'الحدود الخاصة',
    ranking: 'الترتيب',
    sessions: 'الجلسات',
    devices: 'الأجهزة',
    passkeys: 'مفاتيح المرور',
    sign_ins: 'عمليات الدخول',
    read_articles: 'المقالات المقروءة',
    notices: 'الإشعارات',
    verifications: 'فحوص الهوية',
    payout_methods: 'طرق السحب',
    deposits: 'الإيداعات',
    withdrawals: 'السحوبات',
    corrections: 'التصحيحات',
    live_orders: 'الأوامر المفتوحة',
    ended_orders: 'الأوامر المنتهية',
    trade_notes: 'ملاحظات الصفقات',
    postings: 'القيود',
    locked_postings: 'قيود المال المحجوز',
    receipts: 'الإيصالات',
  },
};

export const takeBackPage: TextsLike<typeof english.takeBackPage> = {
  withdrawal: 'طُلب سحب بمبلغ {amount} في {time}.',
  method: 'أُضيفت طريقة السحب {method} في {time}.',
  ask: 'لم تكن أنت؟ ألغِ ذلك هنا دون تسجيل الدخول.',
  askMethod: 'وتُلغى أيضًا عمليات السحب عبر طريقة السحب هذه التي لم تُعتمد بعد.',
  button: 'إلغاء الطلب',
  doneWithdrawal: 'تم الإلغاء. عاد المبلغ إلى رصيدك.',
  doneMethod: 'أُزيلت طريقة السحب وأُلغيت عمليات السحب عبرها التي لم تُعتمد بعد.',
  advice: 'أعد تعيين كلمة المرور الآن: قد يكون لشخص آخر وصول إلى حسابك.',
  contact: 'اتصل بنا:',
};

const abroad =
  'بسبب العقوبات الدولية أو التحذيرات المتعلقة بغسل الأموال، أو لأن القانون المحلي لا يسمح للعملاء الأفراد بتداول مثل هذه العقود:';

export const countries: TextsLike<typeof english.countries> = {
  title: 'البلدان التي لا نقدم فيها خدماتنا',
  intro: 'لأسباب تتعلق بالسياسات، لا تقدم {company} خدماتها في البلدان والمناطق التالية.',
  byLaw: {
    international: abroad,
    eu: 'بسبب العقوبات الدولية أو التحذيرات المتعلقة بغسل الأموال، أو لأن القانون المحلي، بما في ذلك داخل الاتحاد الأوروبي، لا يسمح بعرض مثل هذه العقود على العملاء الأفراد:',
    uk: abroad,
  },
  byCompany: 'بقرار من الشركة نفسها:',
  means:
    'لا يمكن التسجيل برقم هاتف محمول من هذه البلدان، ولا يجوز للمقيمين فيها فتح حساب. تُستمد هذه القائمة من القواعد التي تعمل الشركة بموجبها ومن إعداداتها، وهي دائمًا القائمة الحالية.',
};
