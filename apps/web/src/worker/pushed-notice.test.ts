import { expect, test } from 'vitest';
import { ownPage, readPushed } from './pushed-notice.ts';

test('R-ALR-08 a pushed notice is shown in its direction, and a repeat replaces it', () => {
  const sent = { id: '7-0', title: 'تنبيه', body: '', page: '/order?view=history', lang: 'ar' };
  expect(readPushed(JSON.stringify(sent))).toMatchObject({
    title: 'تنبيه',
    options: { tag: '7-0', lang: 'ar', dir: 'rtl', data: { page: '/order?view=history' } },
  });
});

test.each(['', 'null', '[]', '"text"', '{', '{"title":"a"}', '{"id":"1","title":7}'])(
  'R-ALR-08 %j is no notice',
  (text) => {
    expect(readPushed(text)).toBeNull();
  },
);

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/nowhere', 'javascript:alert(1)', ''])(
  'R-ALR-08 a notice never opens %j',
  (page) => {
    expect(ownPage(page)).toBe('/mine/notices');
  },
);
