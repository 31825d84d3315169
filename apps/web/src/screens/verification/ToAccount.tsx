import { Link } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';

/** Button back to the account page. */
export function ToAccount() {
  return (
    <Link to="/user" className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.wide)}>
      {t('verify.toAccount')}
    </Link>
  );
}
