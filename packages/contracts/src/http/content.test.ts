import { expect, test } from 'vitest';
import { favouritesBody, newsListQuery, newsReadBody, preferencesBody } from './content.ts';

test('ids come as JSON or as a form has them, each once', () => {
  expect(favouritesBody.parse({ ids: [3, 1] })).toEqual({ ids: [3, 1] });
  expect(favouritesBody.parse({ ids: '3,1', version: '2' })).toEqual({ ids: [3, 1], version: 2 });
  expect(favouritesBody.parse({ ids: '' })).toEqual({ ids: [] });
  const refused = [{ ids: [1, 1] }, { ids: '1,x' }, { ids: [-1] }, { ids: '1,1' }, {}, { ids: Array(201).fill(1) }];
  expect(refused.map((body) => favouritesBody.safeParse(body).success)).toEqual(refused.map(() => false));
  const many = Array.from({ length: 201 }, (_, at) => at);
  expect(favouritesBody.safeParse({ ids: many }).success).toBe(false);
  expect(favouritesBody.safeParse({ ids: many.slice(1) }).success).toBe(true);
  expect(newsReadBody.safeParse({ ids: [] }).success).toBe(false);
  expect(newsReadBody.safeParse({ ids: many.slice(0, 101) }).success).toBe(false);
});

test('a choice must be a listed one, and true or false may be text', () => {
  expect(preferencesBody.parse({ theme: 'dark', ranking_opt_in: 'true' })).toEqual({
    theme: 'dark',
    ranking_opt_in: true,
  });
  for (const wrong of [{ theme: 'pink' }, { ranking_opt_in: 'yes' }, { ranking_opt_in: 1 }, { text_size: null }])
    expect(preferencesBody.safeParse(wrong).success).toBe(false);
});

test('there are two kinds of news', () => {
  expect(newsListQuery.parse({ category_id: '2' })).toEqual({ category_id: 2, page: 1 });
  for (const wrong of [{}, { category_id: 0 }, { category_id: 3 }])
    expect(newsListQuery.safeParse(wrong).success).toBe(false);
});
