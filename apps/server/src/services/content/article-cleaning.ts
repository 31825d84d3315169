import type { CompanyRecord } from '../../ports/company.ts';
import type { AskedBy, BackgroundWork } from '../../ports/work.ts';
import type { ArticleAnswer, ArticleFormat, ArticleJob, CleanText } from './clean-article.ts';

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

/** Where pictures may come from. */
export interface PictureRules {
  /** Where uploads are shown from; empty for the page's own host. */
  readonly filesOrigin: string;
  /** A link as the company may have it; empty for one it may not (R-COM-04). */
  readonly allowLink: (company: CompanyRecord, text: string) => string;
}

/**
 * A picture's address as an article may have it: a whole one, of the host that serves uploads, of the company's own or
 * of its list of links, as the policy of its pages has it (R-SEC-02); empty for any other. Never a path of the page's
 * host, which answers calls too.
 */
export function allowedPicture({ filesOrigin, allowLink }: PictureRules, company: CompanyRecord, src: string): string {
  if (!URL.canParse(src)) return '';
  const url = new URL(src);
  if (filesOrigin !== '' && url.origin === filesOrigin) return url.href;
  return url.protocol === 'https:' ? allowLink(company, src) : '';
}
