import type { articleBody } from '@candor/contracts/console/content';
import { type Language, languageCodes } from '@candor/contracts/languages';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';

type Body = z.output<typeof articleBody>;

export interface ArticleText {
  readonly title: string;
  readonly desc: string;
  readonly source: string;
}

/** Form values of an article, with a text per language. */
export type ArticleForm = Omit<Body, 'texts'> & { readonly texts: Readonly<Partial<Record<Language, ArticleText>>> };

export const blankArticle: ArticleForm = {
  kind: 'news',
  format: 'markdown',
  texts: {},
  logo: '',
  published_at: null,
  is_pinned: false,
  version: 0,
};

export function fromArticle({ kind, format, texts, logo, published_at, is_pinned, version }: Body): ArticleForm {
  const byLanguage = Object.fromEntries(texts.map(({ language, ...rest }) => [language, rest]));
  return { kind, format, texts: byLanguage, logo, published_at, is_pinned, version };
}

export function isFilled(one: Partial<ArticleText> | undefined): boolean {
  return [one?.title, one?.desc, one?.source].some((part) => (part ?? '').trim() !== '');
}

/** Returns the body of the call, or the problem if something is missing. */
export function toArticle(form: ArticleForm): Body | { readonly problem: string } {
  const texts = languageCodes.flatMap((language) => {
    const one = form.texts[language];
    if (!isFilled(one)) return [];
    return [{ language, title: one?.title?.trim() ?? '', desc: one?.desc?.trim() ?? '', source: one?.source ?? '' }];
  });
  if (texts.length === 0) return { problem: text.articles.noText };
  if (texts.some(({ title }) => title === '')) return { problem: text.articles.titleMissing };
  const { kind, format, logo, published_at, is_pinned, version } = form;
  return { kind, format, texts, logo: logo ?? '', published_at: published_at ?? null, is_pinned, version };
}
