import { Link } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';

/** The way on from where nothing is left to do. */
export function ToAccount() {
  return (
    <Link to="/user" className="btn btn--secondary block">
      {t('verify.toAccount')}
    </Link>
  );
}
