import { languages } from '@candor/contracts/languages';
import { useNavigate } from '@tanstack/react-router';
import { currentLanguage, t } from '../../i18n/text.ts';
import { useWayBack } from '../../navigation/back.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Flag } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import navBarStyles from '../NavBar.module.css';
import styles from './AuthBar.module.css';

/** Bar above the log-in pages: back or close, and the language. */
export function AuthBar({ leads }: { leads: 'out' | 'back' }) {
  const navigate = useNavigate();
  const language = languages[currentLanguage()];
  const leave = useWayBack();
  return (
    <header className={navBarStyles.bar} data-part="nav-bar">
      <div className={navBarStyles.side}>
        <button
          type="button"
          className={cx(buttonStyles.iconButton, layoutStyles.mirrored)}
          aria-label={leads === 'out' ? t('common.close') : t('common.back')}
          onClick={leave}
        >
          <Icon name={leads === 'out' ? 'close' : 'back'} size={22} />
        </button>
      </div>
      <div />
      <div className={cx(navBarStyles.side, navBarStyles.trailing)}>
        <button
          type="button"
          className={cx(buttonStyles.textButton, layoutStyles.row, styles.language)}
          aria-label={`${t('user.language')}: ${language.name}`}
          onClick={() => void navigate({ to: '/language' })}
        >
          <Flag name={language.flag} size={20} />
          {language.name}
          <Icon name="down" size={16} />
        </button>
      </div>
    </header>
  );
}
