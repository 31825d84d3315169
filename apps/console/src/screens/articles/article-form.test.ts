import { articleCalls } from '@candor/contracts/console/content';
import { expect, test } from 'vitest';
import { blankArticle, fromArticle, toArticle } from './article-form.ts';

const english = { title: 'Holiday hours', desc: '', source: '# Closed' };

test('R-OPS-81 an article is sent in the languages with a text, and read back into the same languages', () => {
  const form = { ...blankArticle, texts: { en: english, de: { title: ' ', desc: '', source: '' } } };
  const body = toArticle(form);
  expect(body).toMatchObject({ texts: [{ language: 'en', ...english }] });
  expect(articleCalls.add.body.safeParse(body).success).toBe(true);
  if ('problem' in body) throw new Error(body.problem);
  expect(fromArticle(body).texts).toEqual({ en: english });
});

test('an article without a text, or with a text but no title, is refused before it is sent', () => {
  expect(toArticle(blankArticle)).toHaveProperty('problem');
  expect(toArticle({ ...blankArticle, texts: { en: { ...english, title: '' } } })).toHaveProperty('problem');
});
