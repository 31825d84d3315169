import type { CallAnswer } from '@candor/contracts/http/calls';
import { parseLanguage } from '@candor/contracts/languages';
import { serverTexts } from '@candor/texts/server';
import { boardNow } from './sample-market.ts';

type Texts = (typeof serverTexts)['en']['notices'];
type Listed = CallAnswer<'notices'>['data'][number];

const minuteMs = 60_000;

/** Returns answers about notices; undefined for other calls. */
export function sampleNoticeAnswer(pathname: string, lang: string): { readonly data: unknown } | undefined {
  if (pathname === '/v1/api/notice/list') return { data: sampleNotices(lang) };
  if (pathname === '/v1/api/notice/ways') return { data: sampleWays(lang) };
  return pathname === '/v1/api/notice/unread' ? { data: { unread: 2 } } : undefined;
}

/** Returns the notices of the board in a language: two unread of today, one of yesterday, one of two days ago. */
function sampleNotices(lang: string): CallAnswer<'notices'> {
  const texts: Texts = serverTexts[parseLanguage(lang) ?? 'en'].notices;
  const fill = (kind: keyof Texts, values: Readonly<Record<string, string>>) =>
    texts[kind].replace(/\{(\w+)\}/g, (_, hole: string) => values[hole] ?? '');
  const notice = (
    minutesAgo: number,
    group: Listed['group'],
    kind: string,
    text: string,
    is_read: boolean,
  ): Listed => ({
    ...{ id: `${1_000 - minutesAgo}-0`, kind, group, text, is_read, page: '/order' },
    time: boardNow - minutesAgo * minuteMs,
  });
  const bought = { lots: '0.20', code: 'EUR/USD', price: '1.15266' };
  const closed = { code: 'AUD/USD', price: '0.65120', amount: '45.04 USD' };
  return {
    data: [
      notice(3, 'orders', 'order-filled', fill('order-filled-buy', bought), false),
      notice(29, 'alerts', 'alert-fired', fill('alert-fired', { code: 'GBP/USD', price: '1.30650' }), false),
      notice(1_486, 'orders', 'take-profit-hit', fill('take-profit-hit', closed), true),
      notice(2_530, 'account', 'signed-in-new-device', fill('signed-in-new-device', {}), true),
    ],
    next: null,
    unread: 2,
  };
}

/** Returns the ways of the board: quiet hours of a night, amounts off. */
function sampleWays(lang: string): CallAnswer<'noticeWays'> {
  const labels = serverTexts[parseLanguage(lang) ?? 'en'].noticeEvents;
  const names = Object.keys(labels) as (keyof typeof labels)[];
  const unlocked: readonly string[] = ['fills', 'stops', 'alert'];
  return {
    events: names.map((event) => ({
      event,
      label: labels[event],
      push: event !== 'terms',
      mail: !unlocked.includes(event),
      is_mail_locked: !unlocked.includes(event),
    })),
    quiet: { from: 1_320, to: 420, zone: 'America/New_York' },
    amounts: false,
    devices: 1,
  };
}
