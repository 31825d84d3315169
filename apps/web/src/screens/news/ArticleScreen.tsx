import { codes } from '@candor/contracts/codes';
import { languages } from '@candor/contracts/languages';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CallError } from '../../data/client.ts';
import { useBrand } from '../../data/company.ts';
import type { Article } from '../../data/content-records.ts';
import { markRead, useArticle } from '../../data/news.ts';
import { currentLanguage, localeTag, t } from '../../i18n/text.ts';
import { share } from '../../platform/share.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { showToast } from '../../ui/toast.ts';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { NewsPicture, NewsTime, writtenIn } from '../../widgets/news/NewsParts.tsx';
import styles from './ArticleScreen.module.css';
import { articleElements } from './article-elements.ts';
import { MentionedInstrument } from './MentionedInstrument.tsx';

const sizes = {
  small: { label: 'settings.small', next: 'normal' },
  normal: { label: 'settings.normal', next: 'large' },
  large: { label: 'settings.large', next: 'larger' },
  larger: { label: 'settings.larger', next: 'small' },
} as const;

/** One article or announcement in full; opening it marks it as read (R-NEWS-01, R-CNT-03). */
export function ArticleScreen() {
  const { id } = useSearch({ from: '__root__' });
  const query = useArticle(id);
  const article = query.data;
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.panelScreen, layoutStyles.fadeIn)}>
      <NavBar {...(article === undefined ? { title: t('news.article') } : { end: <Tools article={article} /> })} />
      <ConnectionBanner />
      <div className={cx(layoutStyles.page, layoutStyles.panelPage, styles.page)}>
        {article !== undefined ? (
          <ArticleBody article={article} />
        ) : id === undefined || isGone(query.error) ? (
          <Gone />
        ) : query.error !== null && !query.isFetching ? (
          <LoadFailed title={t('news.articleError')} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <p className={layoutStyles.waiting} role="status" aria-label={t('common.loading')}>
            <i className={buttonStyles.spinner} />
          </p>
        )}
      </div>
      {article === undefined ? null : <MentionedInstrument article={article} />}
    </main>
  );
}

/** True if the article was removed or never existed; trying again would not help. */
function isGone(error: Error | null): boolean {
  return error instanceof CallError && (error.code === codes.contentNotFound || error.code === codes.invalidField);
}

function Gone() {
  return (
    <Empty
      drawing="search"
      title={t('news.goneTitle')}
      text={t('news.goneText')}
      action={
        <Link to="/news" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}>
          {t('news.all')}
        </Link>
      }
    />
  );
}

function ArticleBody({ article }: { article: Article }) {
  const { name } = useBrand();
  useEffect(() => markRead(article), [article]);
  useEffect(() => {
    document.title = `${article.title} · ${name}`;
  }, [article.title, name]);
  const isForeign = article.language !== currentLanguage();
  return (
    <article>
      <header className={styles.head} {...writtenIn(article)}>
        <h1>{article.title}</h1>
        <NewsTime row={{ ...article, isPinned: false }} className={styles.byline} />
        {isForeign ? (
          <p className={styles.languageNote} lang={localeTag()} dir="auto">
            {t('news.shownIn', { language: languages[article.language].name })}
          </p>
        ) : null}
      </header>
      {article.logo === '' ? null : <NewsPicture src={article.logo} />}
      <div className={styles.prose} data-part="article-text" {...writtenIn(article)}>
        {articleElements(article.content)}
      </div>
    </article>
  );
}

function Tools({ article }: { article: Article }) {
  return (
    <>
      <TextSizeButton />
      <ShareButton article={article} />
    </>
  );
}

/** Switches to the next text size of the settings; the smallest follows the largest. */
function TextSizeButton() {
  const size = useSettings((settings) => settings.textSize);
  const named = `${t('settings.textSize')}: ${t(sizes[size].label)}`;
  function grow(): void {
    const { next } = sizes[size];
    useSettings.setState({ textSize: next });
    showToast('ok', t(sizes[next].label));
  }
  return (
    <button type="button" className={buttonStyles.iconButton} aria-label={named} onClick={grow}>
      <Icon name="textSize" size={22} />
    </button>
  );
}

function ShareButton({ article }: { article: Article }) {
  async function hand(): Promise<void> {
    const { origin, pathname } = location;
    const url = `${origin}${pathname}?id=${article.id}`;
    if ((await share({ title: article.title, text: article.title, url })) === 'copied')
      showToast('ok', t('common.copied'));
  }
  return (
    <button
      type="button"
      className={buttonStyles.iconButton}
      aria-label={t('invite.share')}
      onClick={() => void hand()}
    >
      <Icon name="share" size={22} />
    </button>
  );
}
