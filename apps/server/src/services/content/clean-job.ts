import { type ArticleFormat, type CleanText, cleanArticle } from './clean-article.ts';

/** What the thread is given of a text: first it names the pictures, then it writes the text with those that may stay. */
export interface ArticleJob {
  readonly format: ArticleFormat;
  readonly source: string;
  /** Addresses of pictures as they may be loaded; null to have the addresses listed. */
  readonly allowed: ReadonlyMap<string, string> | null;
}

export interface ArticleAnswer {
  readonly clean: CleanText | null;
  readonly pictures: readonly string[];
}

/** Runs in a thread of its own (R-SEC-33). */
export function cleanInThread({ format, source, allowed }: ArticleJob): ArticleAnswer {
  const pictures = new Set<string>();
  const clean = cleanArticle(format, source, (src) => {
    pictures.add(src);
    return allowed?.get(src) ?? '';
  });
  return { clean, pictures: [...pictures] };
}
