import { languages } from '@candor/contracts/languages';
import { useNavigate } from '@tanstack/react-router';
import { currentLanguage, t } from '../i18n/text.ts';
import { Icon } from '../ui/Icon.tsx';
import listRowStyles from '../ui/ListRow.module.css';
import { Flag } from '../ui/Logo.tsx';

/** Menu row with the current language. */
export function LanguageRow() {
  const navigate = useNavigate();
  const language = languages[currentLanguage()];
  return (
    <button type="button" className={listRowStyles.row} onClick={() => void navigate({ to: '/language' })}>
      <Icon name="globe" />
      <span className={listRowStyles.text}>{t('user.language')}</span>
      <span className={listRowStyles.end}>
        <Flag name={language.flag} size={18} />
        {language.name}
        <Icon name="next" size={18} className={listRowStyles.chevron} />
      </span>
    </button>
  );
}
