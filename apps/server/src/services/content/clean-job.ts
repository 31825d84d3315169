import type { AskedBy, BackgroundWork } from '../../ports/background-work.ts';
import type { CompanyRecord } from '../../ports/company-store.ts';
import { type ArticleFormat, type CleanText, cleanArticle } from './clean-article.ts';
import { allowedPicture, type PictureRules } from './pictures.ts';

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

/**
 * Cleans a text beside the trading thread; null as `cleanArticle` says. A text without pictures is parsed once; which
 * pictures may stay is decided here, by the company's own list.
 */
export async function cleanAside(
  { work, ...asked }: AskedBy & { readonly work: BackgroundWork },
  rules: PictureRules,
  company: CompanyRecord,
  format: ArticleFormat,
  source: string,
): Promise<CleanText | null> {
  const ask = (allowed: ArticleJob['allowed']) => {
    const job: ArticleJob = { format, source, allowed };
    return work.run<ArticleAnswer>('article', job, asked);
  };
  const first = await ask(null);
  if (first.clean === null || first.pictures.length === 0) return first.clean;
  return (await ask(new Map(first.pictures.map((src) => [src, allowedPicture(rules, company, src)])))).clean;
}
