import type { CompanyRecord } from '../../ports/company.ts';
import type { AskedBy, BackgroundWork } from '../../ports/work.ts';
import type { ArticleFormat, CleanText } from './clean-article.ts';
import type { ArticleAnswer, ArticleJob } from './clean-job.ts';
import { allowedPicture, type PictureRules } from './pictures.ts';

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
