import type { Language } from '@candor/contracts/languages';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { ArticleKind, ArticleStore, Reader, ShownArticle } from '../../ports/content.ts';
import type { BackgroundWork } from '../../ports/work.ts';
import { allowedPicture, cleanAside, type PictureRules } from './article-cleaning.ts';
import { countriesAnnouncement } from './countries-announcement.ts';

const pageSize = 20;
/** The announcement that is worked out; no article has this id. */
const countriesId = 0;
const keptMax = 200;

export interface NewsDeps {
  readonly store: ArticleStore;
  readonly clock: Clock;
  readonly pictures: PictureRules;
  readonly work: BackgroundWork;
}

/** Who reads, where: the account only where it is one of the company's. */
export interface Asking {
  readonly company: CompanyRecord;
  readonly language: Language;
  readonly userId: number | null;
}

export type ListedArticle = Omit<ShownArticle, 'version'>;

/** News and announcements from the side of those who read them (R-NEWS-01, R-COM-08). */
export class News {
  readonly #store: ArticleStore;
  readonly #clock: Clock;
  readonly #pictures: PictureRules;
  readonly #work: BackgroundWork;
  /** What was cleaned last, so that reading does not cost what cleaning does; the oldest makes room. */
  readonly #kept = new Map<string, Promise<string>>();

  constructor({ store, clock, pictures, work }: NewsDeps) {
    this.#store = store;
    this.#clock = clock;
    this.#pictures = pictures;
    this.#work = work;
  }

  async list(
    asking: Asking,
    kind: ArticleKind,
    page: number,
  ): Promise<{ articles: readonly ListedArticle[]; total: number; unread: number }> {
    const first = kind === 'announcement' ? await this.#countries(asking) : null;
    const own = first === null ? 0 : 1;
    // Ours takes the first place of the first page.
    const [offset, limit] = page === 1 ? [0, pageSize - own] : [(page - 1) * pageSize - own, pageSize];
    const { company } = asking;
    const shown = await this.#store.shown(company.id, kind, this.#reader(asking), offset, limit);
    const articles = shown.articles.map((article) => this.#withLogo(company, article));
    return {
      articles: first !== null && page === 1 ? [first, ...articles] : articles,
      total: shown.total + own,
      unread: shown.unread + (first === null || first.isRead ? 0 : 1),
    };
  }

  /** Null for one that is not there, not published yet, or taken off. */
  async find(asking: Asking, id: number): Promise<(ListedArticle & { html: string }) | null> {
    if (id === countriesId) return this.#countries(asking);
    const { company } = asking;
    const found = await this.#store.findShown(company.id, id, this.#reader(asking));
    return found === null ? null : { ...this.#withLogo(company, found), html: await this.#clean(company, found) };
  }

  async markRead(company: CompanyRecord, userId: number, ids: readonly number[]): Promise<void> {
    const also = ids.includes(countriesId) ? [countriesId] : [];
    await this.#store.markRead(company.id, userId, ids, also, this.#clock.nowMs());
  }

  #reader({ language, userId }: Asking): Reader {
    return { languages: [language, 'en', 'hk'], userId, nowMs: this.#clock.nowMs() };
  }

  async #countries({ company, language, userId }: Asking) {
    const text = countriesAnnouncement(company, language);
    if (text === null) return null;
    const isRead = userId !== null && (await this.#store.isRead(company.id, userId, countriesId));
    const head = { id: countriesId, kind: 'announcement', logo: '', publishedAtMs: 0, isPinned: true } as const;
    return { ...head, isRead, language, ...text };
  }

  #withLogo<Article extends ShownArticle>(company: CompanyRecord, article: Article): Article {
    return { ...article, logo: allowedPicture(this.#pictures, company, article.logo) };
  }

  /** Once more before it is shown: by today's rules, and whatever has become of it in the database. */
  #clean(company: CompanyRecord, { id, html }: { readonly id: number; readonly html: string }): Promise<string> {
    const key = JSON.stringify([company.hosts, company.links, html]);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const asked = { work: this.#work, network: `news:${company.id}`, caller: `news:${company.id}:${id}` };
    const clean = cleanAside(asked, this.#pictures, company, 'html', html).then((made) => made?.html ?? '');
    this.#kept.set(key, clean);
    clean.catch(() => this.#kept.delete(key));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptMax) break;
      this.#kept.delete(oldest);
    }
    return clean;
  }
}
