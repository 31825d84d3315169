import { useState } from 'react';
import { localeTag, t } from '../i18n/text.ts';
import styles from './AreaPicker.module.css';
import { cx } from './class-names.ts';
import { Empty } from './Empty.tsx';
import figuresStyles from './Figures.module.css';
import { Icon } from './Icon.tsx';
import { CountryFlag } from './Logo.tsx';
import layoutStyles from './layout.module.css';
import pillStyles from './Pill.module.css';
import searchFieldStyles from './SearchField.module.css';
import { Sheet } from './Sheet.tsx';

/** A dialling area: ISO 3166 alpha-2 code of its country, and its dialling code without +. */
interface Area {
  readonly id: number;
  readonly country: string;
  readonly dialCode: string;
}

export interface AreaPickerProps {
  readonly areas: readonly Area[];
  readonly value: number | null;
  readonly onChange: (id: number) => void;
}

/** Dialling code before a mobile number: a button with flag and code, and a sheet of all areas with a search. */
export function AreaPicker({ areas, value, onChange }: AreaPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = areas.find((area) => area.id === value);
  return (
    <>
      <button
        type="button"
        className={cx(pillStyles.pill, pillStyles.inField)}
        data-part="pill"
        aria-haspopup="dialog"
        aria-label={
          chosen === undefined ? t('area.title') : `${t('area.title')}: ${chosen.country} +${chosen.dialCode}`
        }
        onClick={() => setOpen(true)}
      >
        {chosen === undefined ? null : <CountryFlag code={chosen.country} size={20} />}
        <span className={figuresStyles.number}>{chosen === undefined ? '+' : `+${chosen.dialCode}`}</span>
        <Icon name="down" />
      </button>
      {isOpen ? <AreaSheet areas={areas} value={value} onChange={onChange} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Area in the form of the product description: FR(+33). */
function areaText(area: Area): string {
  return `${area.country}(+${area.dialCode})`;
}

function AreaSheet({ areas, value, onChange, onClose }: AreaPickerProps & { readonly onClose: () => void }) {
  const [search, setSearch] = useState('');
  const names = new Intl.DisplayNames([localeTag(), 'en'], { type: 'region', fallback: 'code' });
  const rows = areas
    .map((area) => ({ area, name: regionName(names, area.country) }))
    .filter(({ area, name }) => matches(search, name, area));
  return (
    <Sheet title={t('area.title')} label={t('area.title')} height="min(640px, 84%)" onClose={onClose}>
      {(close) => (
        <>
          <label className={cx(searchFieldStyles.searchField, styles.search)} data-part="search-field">
            <Icon name="search" size={19} />
            <input
              type="search"
              value={search}
              aria-label={t('area.search')}
              placeholder={t('area.search')}
              enterKeyHint="done"
              autoComplete="off"
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
          <div role="listbox" aria-label={t('area.title')} className={styles.list}>
            {rows.map(({ area, name }) => (
              <button
                key={area.id}
                type="button"
                role="option"
                aria-selected={area.id === value}
                className={cx(styles.choice, area.id === value && styles.selected)}
                onClick={() => {
                  onChange(area.id);
                  close();
                }}
              >
                <CountryFlag code={area.country} size={28} />
                <span className={layoutStyles.grow}>{name}</span>
                <span className={cx(figuresStyles.number, styles.code)}>{areaText(area)}</span>
                {area.id === value ? <Icon name="check" size={22} /> : null}
              </button>
            ))}
          </div>
          {rows.length === 0 ? (
            <Empty
              drawing="search"
              title={t('search.emptyTitle', { text: search })}
              text={t('area.emptyText')}
              paddingTop={24}
            />
          ) : null}
        </>
      )}
    </Sheet>
  );
}

function regionName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    // Not a region code: the code itself is shown.
    return code;
  }
}

function matches(search: string, name: string, area: Area): boolean {
  const wanted = search.trim().toLocaleLowerCase().replace(/^\+/, '');
  if (wanted === '') return true;
  return (
    name.toLocaleLowerCase().includes(wanted) ||
    area.country.toLocaleLowerCase() === wanted ||
    area.dialCode.startsWith(wanted)
  );
}
