import { languages } from '@candor/contracts/languages';
import { useNavigate } from '@tanstack/react-router';
import { currentLanguage, t } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';
import { Flag } from '../ui/Logo.tsx';

/** Menu row with the current language. */
export function LanguageRow() {
  const navigate = useNavigate();
  const language = languages[currentLanguage()];
  return (
    <button type="button" className="lrow" onClick={() => void navigate({ to: '/language' })}>
      <Icon name="globe" />
      <span className="lrow-t">{t('user.language')}</span>
      <span className="lrow-e">
        <Flag name={language.flag} size={18} />
        {language.name}
        <Icon name="next" size={18} className="chev" />
      </span>
    </button>
  );
}
