import type { CompanyRecord } from '../../ports/company.ts';
import type { AskedBy, BackgroundWork } from '../../ports/work.ts';
import type { ArticleAnswer, ArticleFormat, ArticleJob, CleanText } from './clean-article.ts';

/**
 * Cleans a text in a worker thread; null as in `cleanArticle`. A text with pictures is parsed twice: first to list
 * them, then with those that the company's rules allow.
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

/** Rules for picture sources. */
export interface PictureRules {
  /** Origin of uploads; empty for the page's own host. */
  readonly filesOrigin: string;
  /** Returns the link if the company may use it, else empty (R-COM-04). */
  readonly allowLink: (company: CompanyRecord, text: string) => string;
}

/**
 * Returns a picture's address if an article may use it: an absolute URL of the upload host, the company's hosts or its
 * listed origins (R-SEC-02); else empty. Never a path of the page's host, which also serves the API.
 */
export function allowedPicture({ filesOrigin, allowLink }: PictureRules, company: CompanyRecord, src: string): string {
  if (!URL.canParse(src)) return '';
  const url = new URL(src);
  if (filesOrigin !== '' && url.origin === filesOrigin) return url.href;
  return url.protocol === 'https:' ? allowLink(company, src) : '';
}
