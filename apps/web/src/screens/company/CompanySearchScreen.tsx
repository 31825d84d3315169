import { useEffect, useRef, useState } from 'react';
import type { Company } from '../../data/company-info.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import searchFieldStyles from '../../ui/SearchField.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { BrandMark } from '../../widgets/BrandMark.tsx';
import { CompanyResults } from './CompanyResults.tsx';
import styles from './CompanySearch.module.css';
import { CompanySheet } from './CompanySheet.tsx';

const debounceMs = 250;
const nameMax = 64;

/** Main mode: searches for a company by name and opens its site (R-COM-03). */
export function CompanySearchScreen() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState<Company | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const name = useDebounced(text.trim(), debounceMs);

  function clear(): void {
    setText('');
    input.current?.focus();
  }

  return (
    <main className={cx(layoutStyles.screen, layoutStyles.fadeIn)}>
      <div className={layoutStyles.page}>
        <div className={cx(layoutStyles.gutters, styles.intro)}>
          <BrandMark />
          <h1 className={cx(typographyStyles.title, styles.heading)}>{t('company.title')}</h1>
          <p className={typographyStyles.lead}>{t('company.text')}</p>
        </div>
        <form role="search" className={styles.form} onSubmit={(event) => event.preventDefault()}>
          <label className={cx(searchFieldStyles.searchField, styles.query)} data-part="search-field">
            <Icon name="search" />
            <input
              ref={input}
              type="search"
              autoFocus
              autoComplete="off"
              autoCapitalize="words"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={nameMax}
              aria-label={t('company.search')}
              placeholder={t('company.search')}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            {text === '' ? null : (
              <button
                type="button"
                className={cx(buttonStyles.iconButton, styles.clear)}
                aria-label={t('company.clear')}
                onClick={clear}
              >
                <Icon name="close" size={22} />
              </button>
            )}
          </label>
        </form>
        {name === '' || text.trim() === '' ? null : <CompanyResults name={name} onOpen={setOpen} />}
      </div>
      {open === null ? null : <CompanySheet company={open} onClose={() => setOpen(null)} />}
    </main>
  );
}

/** Returns the value once it has not changed for `waitMs`. */
export function useDebounced<Value>(value: Value, waitMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
