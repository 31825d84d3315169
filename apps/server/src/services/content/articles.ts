import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type {
  ArticleQuery,
  ArticleRecord,
  ArticleStore,
  Change,
  SavedArticle,
  WrittenArticle,
} from '../../ports/content.ts';
import type { BackgroundWork } from '../../ports/work.ts';
import { allowedPicture, cleanAside, type PictureRules } from './article-cleaning.ts';
import type { ArticleFormat, CleanText } from './clean-article.ts';

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly article: ArticleRecord }
  | { readonly kind: 'unknown' | 'version-changed' }
  /** `texts`: a duplicate language or an oversized text. */
  | { readonly kind: 'invalid'; readonly field: 'texts' | 'logo' };

export interface ArticleDeps {
  readonly store: ArticleStore;
  readonly clock: Clock;
  readonly pictures: PictureRules;
  readonly work: BackgroundWork;
}

/** Articles as edited by operators (R-CNT-01). */
export class Articles {
  readonly #store: ArticleStore;
  readonly #clock: Clock;
  readonly #pictures: PictureRules;
  readonly #work: BackgroundWork;

  constructor({ store, clock, pictures, work }: ArticleDeps) {
    this.#store = store;
    this.#clock = clock;
    this.#pictures = pictures;
    this.#work = work;
  }

  list(companyId: CompanyId, query: ArticleQuery) {
    return this.#store.list(companyId, query);
  }

  find(companyId: CompanyId, id: number): Promise<ArticleRecord | null> {
    return this.#store.find(companyId, id);
  }

  /** Creates an article, or saves the next version of `id`. */
  async save(
    company: CompanyRecord,
    operatorId: number,
    article: WrittenArticle,
    target: { readonly id: number; readonly version: number } | null,
  ): Promise<SaveOutcome> {
    const { logo } = article;
    if (logo !== '' && allowedPicture(this.#pictures, company, logo) !== logo)
      return { kind: 'invalid', field: 'logo' };
    const saved = await this.#clean(company, article);
    if (saved === null) return { kind: 'invalid', field: 'texts' };
    const change: Change = { operatorId, atMs: this.#clock.nowMs() };
    const id = target?.id ?? (await this.#store.add(company.id, saved, change));
    if (target !== null) {
      const outcome = await this.#store.change(company.id, id, target.version, saved, change);
      if (outcome !== 'changed') return { kind: outcome };
    }
    const found = await this.#store.find(company.id, id);
    return found === null ? { kind: 'unknown' } : { kind: 'saved', article: found };
  }

  remove(companyId: CompanyId, operatorId: number, id: number, reason: string): Promise<boolean> {
    return this.#store.remove(companyId, id, reason, { operatorId, atMs: this.#clock.nowMs() });
  }

  /** Returns the text as it would be shown; null if oversized. */
  preview(company: CompanyRecord, format: ArticleFormat, source: string): Promise<CleanText | null> {
    return cleanAside({ work: this.#work, caller: `articles:${company.id}` }, this.#pictures, company, format, source);
  }

  async #clean(company: CompanyRecord, article: WrittenArticle): Promise<SavedArticle | null> {
    const { texts } = article;
    if (new Set(texts.map(({ language }) => language)).size < texts.length) return null;
    const cleaned: SavedArticle['texts'][number][] = [];
    for (const text of texts) {
      const clean = await this.preview(company, article.format, text.source);
      if (clean === null) return null;
      cleaned.push({ ...text, html: clean.html });
    }
    return { ...article, texts: cleaned };
  }
}
