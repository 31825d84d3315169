import { useNavigate, useRouter } from '@tanstack/react-router';
import type { AppLanguage } from '../../i18n/languages.ts';
import { appLanguages, languageFacts } from '../../i18n/languages.ts';
import { currentLanguage, loadLanguage, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Flag } from '../../ui/Logo.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';

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

/** Every language by its own name; picking one goes back (R-SCR-11). */
export function LanguageScreen() {
  const router = useRouter();
  const navigate = useNavigate();

  async function pick(language: AppLanguage): Promise<void> {
    await loadLanguage(language);
    useSettings.setState({ language });
    if (window.history.length > 1) router.history.back();
    else void navigate({ to: '/' });
  }

  return (
    <main className="scr fade-in">
      <NavBar title={t('user.language')} />
      <div className="page" role="listbox" aria-label={t('user.language')}>
        {appLanguages.map((language) => {
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
