import { Link } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';
import { Empty } from '../../ui/Empty.tsx';

export function NotFoundScreen() {
  return (
    <main className="scr scr--center">
      <Empty
        isPage
        drawing="error"
        title={t('notFound.title')}
        text={t('notFound.text')}
        paddingTop={150}
        action={
          <Link to="/" className="btn btn--primary btn--md">
            {t('notFound.button')}
          </Link>
        }
      />
    </main>
  );
}
