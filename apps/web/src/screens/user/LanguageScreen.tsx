import { type Language, languageCodes, languages } from '@candor/contracts/languages';
import { useBasicInfo } from '../../data/queries.ts';
import { currentLanguage, loadLanguage, t } from '../../i18n/text.ts';
import { useWayBack } from '../../navigation/back.ts';
import { useSettings } from '../../session/settings-store.ts';
import areaPickerStyles from '../../ui/AreaPicker.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Flag } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { NavBar } from '../../widgets/NavBar.tsx';
import { toastNoNetwork } from '../../widgets/toast-error.ts';
import styles from './LanguageScreen.module.css';

const englishNames = new Intl.DisplayNames('en', { type: 'language' });

/** Languages that the company offers, each by its own name; choosing one returns to the previous page (R-SCR-11). */
export function LanguageScreen() {
  const goBack = useWayBack();
  const offered = useBasicInfo().data?.languages;
  const isListed = (language: Language) => language === currentLanguage() || offered?.includes(language) !== false;

  async function pick(language: Language): Promise<void> {
    try {
      if (!(await loadLanguage(language))) return;
    } catch {
      toastNoNetwork();
      return;
    }
    useSettings.setState({ language });
    goBack();
  }

  return (
    <main className={cx(layoutStyles.screen, layoutStyles.fadeIn)}>
      <NavBar title={t('user.language')} />
      <div className={layoutStyles.page} role="listbox" aria-label={t('user.language')}>
        {languageCodes.filter(isListed).map((language) => {
          const isOn = language === currentLanguage();
          const facts = languages[language];
          return (
            <button
              key={language}
              type="button"
              role="option"
              aria-selected={isOn}
              lang={facts.tag}
              className={cx(areaPickerStyles.choice, isOn && areaPickerStyles.selected, styles.choice)}
              onClick={() => void pick(language)}
            >
              <Flag name={facts.flag} size={28} />
              {facts.name}
              {isOn ? (
                <Icon name="check" size={22} className={areaPickerStyles.end} />
              ) : (
                <small>{englishNames.of(facts.tag.split('-')[0] ?? facts.tag)}</small>
              )}
            </button>
          );
        })}
      </div>
    </main>
  );
}
