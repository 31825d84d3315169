import { Link } from '@tanstack/react-router';
import { useComplaintEmail } from '../data/company.ts';
import { t } from '../i18n/text.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import { Empty, type EmptyProps } from '../ui/Empty.tsx';

/** Empty state of a service that the company does not offer, with its e-mail address if it has one. */
export function EmailInstead({ drawing, title, text }: Pick<EmptyProps, 'drawing' | 'title' | 'text'>) {
  const hasNone = useComplaintEmail().data === '';
  if (hasNone) return <Empty drawing={drawing} title={title} text={t('email.emptyText')} />;
  return (
    <Empty
      drawing={drawing}
      title={title}
      text={text}
      action={
        <Link to="/mine/email" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}>
          {t('user.companyEmail')}
        </Link>
      }
    />
  );
}
