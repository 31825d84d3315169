import type { Company } from '@candor/contracts/http/company';
import { useRef, useState } from 'react';
import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { BrandMark } from '../../widgets/BrandMark.tsx';
import { CompanyResults } from './CompanyResults.tsx';
import { CompanySheet } from './CompanySheet.tsx';
import { useDebounced } from './debounced.ts';

const debounceMs = 250;
const nameMax = 64;

/** Main mode: search for a company by name, and open its site (R-COM-03). */
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
    <main className="scr fade-in">
      <div className="page company">
        <div className="pad" style={{ paddingTop: 26 }}>
          <BrandMark />
          <h1 className="h1" style={{ marginTop: 18 }}>
            {t('company.title')}
          </h1>
          <p className="lead">{t('company.text')}</p>
        </div>
        <form role="search" className="company-f" onSubmit={(event) => event.preventDefault()}>
          <label className="searchbar company-q">
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
              <button type="button" className="ib" aria-label={t('company.clear')} onClick={clear}>
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
