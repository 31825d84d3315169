import type { Play, Scene } from './scene-steps.ts';
import { inOrder, inThreeWays, picturesShown, seen } from './scene-steps.ts';

const part =
  (selector: string): Play =>
  (page) =>
    seen(page.locator(selector));

const newsShown = inOrder(part('[data-part=news-row] h2'), picturesShown);
const priceShown = part('[data-part=mentioned] [data-part=change]');
const skeletonShown = part('main [data-part~=skeleton]');
const emptyShown = part('[data-part=empty]');

const inEveryWay: readonly Scene[] = [
  { name: 'news', board: 'news', path: '/news', play: newsShown },
  {
    name: 'news-article',
    board: 'news-article',
    path: '/news/detail?id=1',
    play: inOrder(part('[data-part=article-text] h2'), priceShown, picturesShown),
  },
  {
    name: 'announcements',
    board: 'announcements',
    path: '/mine/announcement',
    play: part('[data-part=announcement-title]'),
  },
  {
    name: 'company-email',
    board: null,
    path: '/mine/email',
    play: (page) => seen(page.getByText('help@candor.example')),
  },
  { name: 'announcement-hours', board: null, path: '/news/detail?id=11', play: part('[data-part=article-text] table') },
  { name: 'support-none', board: null, path: '/mine/chat', play: emptyShown },
  { name: 'feedback', board: null, path: '/feedback', play: emptyShown },
];

/** Scenes of news, announcements, company email and support, with states that the board does not show. */
export const readingScenes: readonly Scene[] = [
  ...inEveryWay.flatMap(inThreeWays),
  { name: 'news-desktop', board: null, isDesk: true, path: '/news', play: newsShown },
  { name: 'news-skeleton', board: null, path: '/news', server: { news: 'slow' }, play: skeletonShown },
  { name: 'news-empty', board: null, path: '/news', server: { news: 'none' }, play: emptyShown },
  { name: 'news-error', board: null, path: '/news', server: { news: 'broken' }, play: emptyShown },
  { name: 'news-article-gone', board: null, path: '/news/detail?id=999', play: emptyShown },
  { name: 'announcements-empty', board: null, path: '/mine/announcement', server: { news: 'none' }, play: emptyShown },
  {
    name: 'announcements-error',
    board: null,
    path: '/mine/announcement',
    server: { news: 'broken' },
    play: emptyShown,
  },
  {
    name: 'announcements-skeleton',
    board: null,
    path: '/mine/announcement',
    server: { news: 'slow' },
    play: skeletonShown,
  },
  { name: 'company-email-none', board: null, path: '/mine/email', server: { news: 'none' }, play: emptyShown },
  { name: 'company-email-error', board: null, path: '/mine/email', server: { news: 'broken' }, play: emptyShown },
  {
    name: 'support',
    board: null,
    path: '/mine/chat',
    server: { support: 'inside' },
    play: (page) => seen(page.frameLocator('iframe').getByRole('img')),
  },
  { name: 'support-outside', board: null, path: '/mine/chat', server: { support: 'outside' }, play: emptyShown },
];
