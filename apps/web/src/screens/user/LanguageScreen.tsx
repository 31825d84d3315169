import { useBasicInfo } from '../../data/queries.ts';
import type { AppLanguage } from '../../i18n/languages.ts';
import { appLanguages, languageFacts } from '../../i18n/languages.ts';
import { currentLanguage, loadLanguage, t } from '../../i18n/text.ts';
import { useWayBack } from '../../navigation/way-back.ts';
import { useSettings } from '../../session/settings-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Flag } from '../../ui/Logo.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { toastNoNetwork } from '../../widgets/toast-error.ts';

const namesInEnglish: Readonly<Record<AppLanguage, string>> = {
  en: 'English',
  hk: 'Chinese',
  de: 'German',
  fr: 'French',
  spa: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  tr: 'Turkish',
  ru: 'Russian',
  vn: 'Vietnamese',
  kr: 'Korean',
  jp: 'Japanese',
  th: 'Thai',
  ar: 'Arabic',
};

/** Every language that the company offers by its own name, and the one in use; picking one goes back (R-SCR-11). */
export function LanguageScreen() {
  const goBack = useWayBack();
  const offered = useBasicInfo().data?.languages;
  const isListed = (language: AppLanguage) => language === currentLanguage() || offered?.includes(language) !== false;

  async function pick(language: AppLanguage): Promise<void> {
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
    <main className="scr fade-in">
      <NavBar title={t('user.language')} />
      <div className="page" role="listbox" aria-label={t('user.language')}>
        {appLanguages.filter(isListed).map((language) => {
          const isOn = language === currentLanguage();
          const facts = languageFacts[language];
          return (
            <button
              key={language}
              type="button"
              role="option"
              aria-selected={isOn}
              lang={facts.tag}
              className={`langrow ${isOn ? 'is-on' : ''}`}
              style={{ width: '100%' }}
              onClick={() => void pick(language)}
            >
              <Flag name={facts.flag} size={28} />
              {facts.name}
              {isOn ? <Icon name="check" size={22} className="end" /> : <small>{namesInEnglish[language]}</small>}
            </button>
          );
        })}
      </div>
    </main>
  );
}
