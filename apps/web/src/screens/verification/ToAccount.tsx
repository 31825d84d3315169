import { Link } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';

/** Button back to the account page. */
export function ToAccount() {
  return (
    <Link to="/user" className="btn btn--secondary block">
      {t('verify.toAccount')}
    </Link>
  );
}
