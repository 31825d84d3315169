import type { BasicInfo, ComplaintEmail } from '@candor/contracts/http/company';
import type { NewsArticle, NewsList, NewsRow } from '@candor/contracts/http/content';
import { sampleBasicInfo } from './sample-account.ts';

/** State of the news: the board's articles, no articles, no answer, or a broken server. */
export type SampleNews = 'usual' | 'none' | 'slow' | 'broken';
/** Support page of the company: none, embedded, or in a new page. */
export type SampleSupport = 'none' | 'inside' | 'outside';

const drawings = {
  bank: `<rect width="358" height="190" fill="#DDE5F5"/><circle cx="262" cy="64" r="34" fill="#F4C95D"/><path d="M0 190V150C60 132 110 150 170 138S300 118 358 132V190Z" fill="#C3D0EA"/><g fill="#27407F"><path d="M58 92 134 54l76 38v10H58Z"/><rect x="66" y="108" width="13" height="52"/><rect x="97" y="108" width="13" height="52"/><rect x="128" y="108" width="13" height="52"/><rect x="159" y="108" width="13" height="52"/><rect x="189" y="108" width="13" height="52"/><rect x="54" y="164" width="160" height="10"/></g><path d="M0 174H358V190H0Z" fill="#1B2C58"/><path d="M228 150 252 128l18 12 26-34 20 16 42-40" fill="none" stroke="#27407F" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>`,
  mountain: `<rect width="358" height="190" fill="#F6DFD8"/><circle cx="179" cy="86" r="52" fill="#D8483F"/><path d="M40 190 150 92q29-22 58 0L318 190Z" fill="#37405A"/><path d="M150 92q29-22 58 0l18 16-16 8-14-10-16 14-16-14-14 12-18-10Z" fill="#fff"/><path d="M0 176Q90 160 180 174T358 168V190H0Z" fill="#232A40"/>`,
  bars: `<rect width="358" height="190" fill="#F3E7C8"/><path d="M0 150H358V190H0Z" fill="#E4D19C"/><g><path d="M70 158 84 116h64l14 42Z" fill="#C9952B"/><path d="M84 116h64l5 14H79Z" fill="#E7B94A"/><path d="M176 158l14-42h64l14 42Z" fill="#C9952B"/><path d="M190 116h64l5 14h-74Z" fill="#E7B94A"/><path d="M123 112l14-42h64l14 42Z" fill="#D9A63A"/><path d="M137 70h64l5 14h-74Z" fill="#F2CD6B"/></g>`,
  pump: `<rect width="358" height="190" fill="#DCE6E4"/><path d="M0 142C80 128 160 152 240 138S340 130 358 134V190H0Z" fill="#B7CBC7"/><g stroke="#22403B" stroke-width="8" stroke-linecap="round" stroke-linejoin="round" fill="none"><path d="M150 164 184 92l34 72M168 128h32"/><path d="M96 104 262 76"/><path d="M262 76c18 4 26 18 24 36"/><path d="M104 104v56"/></g><circle cx="184" cy="90" r="9" fill="#22403B"/><path d="M60 164H300V174H60Z" fill="#22403B"/>`,
} as const;

/** Returns the address of a board drawing as an article picture. */
function picture(name: keyof typeof drawings): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 358 190" preserveAspectRatio="xMidYMid slice">${drawings[name]}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const row = (id: number, title: string, at: number, more: Partial<NewsRow> = {}): NewsRow => ({
  id,
  category_id: 1,
  title,
  desc: '',
  logo: '',
  created_at: at,
  is_pinned: false,
  is_unread: false,
  language: 'en',
  ...more,
});
const nov = (day: number, hour: number, minute: number) => Date.UTC(2025, 10, day, hour, minute);

const news: readonly NewsRow[] = [
  row(1, 'Euro firms as traders trim bets on another cut this winter', nov(20, 8, 15), {
    desc: 'Softer dollar and steady services data keep EUR/USD above 1.15 into Friday’s close.',
    logo: picture('bank'),
  }),
  row(2, 'Yen steadies near 157 after officials repeat warning on one-sided moves', nov(20, 7, 2), {
    logo: picture('mountain'),
  }),
  row(3, 'Gold holds above 4,050 with real yields little changed', nov(20, 5, 40), { logo: picture('bars') }),
  row(4, 'Crude slips for a third day on a well-supplied outlook', nov(19, 22, 18), { logo: picture('pump') }),
];

const announcement = (id: number, title: string, at: number, isUnread: boolean) =>
  row(id, title, at, { category_id: 2, is_unread: isUnread });

/** Announcements; the generated one, the first, has no time (R-CNT-04). */
const announcements: readonly NewsRow[] = [
  announcement(0, 'Countries where services are not provided', 0, true),
  announcement(11, 'Trading hours around the US holiday, 26 and 27 November', nov(19, 16, 0), true),
  announcement(12, 'Planned maintenance on Saturday, 02:00 to 03:00', nov(6, 9, 0), false),
  announcement(13, 'New instruments in the Indices category', Date.UTC(2025, 9, 28, 11, 30), false),
];

const euro =
  '<p>The euro traded near the top of this week’s range on Friday, helped by a softer dollar and services data that came in a little better than expected.</p>' +
  '<p>Money markets now price about a one-in-five chance of a rate cut at the next meeting, down from one in three a week ago.</p>' +
  '<h2>Levels to watch</h2><p>Resistance sits around 1.1540, the high reached overnight. A close below 1.1490 would weaken the picture.</p>';

/** Article with the elements that articles may contain. */
const hours =
  '<p>On <strong>26 and 27 November</strong> these hours differ, in <em>New York time</em>:</p>' +
  '<table><thead><tr><th>Class</th><th align="right">26 Nov</th><th align="right">27 Nov</th></tr></thead>' +
  '<tbody><tr><td>Indices</td><td align="right">09:30–13:00</td><td align="right">closed</td></tr>' +
  '<tr><td>Metals</td><td align="right">until 14:30</td><td align="right">until 14:30</td></tr></tbody></table>' +
  '<h2>What this means</h2><ul><li>Pending orders wait for the opening.</li><li>Stops act at the first price after it.</li></ul>' +
  '<blockquote><p>Spreads can be wider around the close.</p></blockquote>' +
  '<p>More at <a href="https://help.candor.example/hours">our hours</a>.</p>';

/** Arabic translations of the articles; one has none. */
const arabic: Readonly<Record<number, readonly [title: string, desc?: string]>> = {
  0: ['البلدان التي لا تُقدَّم فيها الخدمات'],
  1: [
    'اليورو يتماسك مع تقليص المتداولين رهانات خفض آخر هذا الشتاء',
    'دولار أضعف وبيانات خدمات مستقرة تُبقي EUR/USD فوق 1.15 حتى إغلاق الجمعة.',
  ],
  2: ['الين يستقر قرب 157 بعد تكرار المسؤولين تحذيرهم من التحركات أحادية الاتجاه'],
  3: ['الذهب فوق 4,050 والعوائد الحقيقية شبه ثابتة'],
  12: ['صيانة مجدولة يوم السبت من 02:00 إلى 03:00'],
  13: ['أدوات جديدة في فئة المؤشرات'],
};
const euroInArabic =
  '<p>تداول اليورو قرب أعلى نطاق هذا الأسبوع يوم الجمعة، مدعومًا بدولار أضعف وبيانات خدمات جاءت أفضل قليلًا من المتوقع.</p>' +
  '<p>تُسعّر أسواق المال الآن احتمال خفض الفائدة في الاجتماع المقبل بنحو واحد من خمسة، بعد أن كان واحدًا من ثلاثة قبل أسبوع.</p>' +
  '<h2>مستويات للمتابعة</h2><p>تقع المقاومة قرب 1.1540، وهي قمة الليلة الماضية. والإغلاق دون 1.1490 يُضعف الصورة.</p>';

function inLanguage(row: NewsRow, language: string): NewsRow {
  const [title, desc = ''] = (language === 'ar' ? arabic[row.id] : undefined) ?? [];
  return title === undefined ? row : { ...row, title, desc, language: 'ar' };
}

function list(source: readonly NewsRow[], language: string): NewsList {
  const rows = source.map((one) => inLanguage(one, language));
  return { data: rows, total: rows.length, unread: rows.filter((one) => one.is_unread === true).length };
}

function article(id: number, language: string): NewsArticle | null {
  const source = [...news, ...announcements].find((one) => one.id === id);
  if (source === undefined) return null;
  const found = inLanguage(source, language);
  return {
    ...found,
    is_unread: false,
    content: id === 11 ? hours : found.language === 'ar' ? euroInArabic : euro,
  };
}

export const supportOrigin = 'https://help.candor.example';

/** Support page of another origin. Its text is drawn as shapes, because it has no bundled fonts. */
export const supportPage = `<!doctype html><body style="margin:0;background:#eef1f6">
<svg role="img" aria-label="The company’s support page" width="342" height="300" style="display:block;margin:24px">
<rect width="342" height="300" rx="12" fill="#fff"/><circle cx="44" cy="44" r="20" fill="#c9d1de"/>
<path d="M80 38h130M80 52h80M24 100h250M24 124h210M24 148h230" stroke="#aab4c4" stroke-width="8" stroke-linecap="round"/>
<rect x="24" y="240" width="294" height="36" rx="18" fill="#eef1f6"/></svg>`;

const basicInfo = (support: SampleSupport): BasicInfo => ({
  ...sampleBasicInfo,
  service_link: support === 'none' ? '' : `${supportOrigin}/chat`,
  service_link_type: support === 'outside' ? 1 : 0,
});

/** Returns answers about news and company settings; undefined for other calls, null if not found. */
export function sampleReading(
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  language: string,
  facts: { readonly news: SampleNews; readonly support: SampleSupport },
): unknown {
  switch (pathname) {
    case '/api/news/list': {
      const isNews = searchParams.get('category_id') === '1';
      return list(facts.news === 'none' ? [] : isNews ? news : announcements, language);
    }
    case '/api/news/info':
      return article(Number(searchParams.get('id')), language);
    case '/api/news/read':
      return {};
    case '/api/company/complaint_email':
      return { email: facts.news === 'none' ? '' : 'help@candor.example' } satisfies ComplaintEmail;
    case '/api/basicSet/getBasicInfo':
      return facts.support === 'none' ? undefined : basicInfo(facts.support);
    default:
      return undefined;
  }
}
