import { Link } from '@tanstack/react-router';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import layoutStyles from '../../ui/layout.module.css';

export function NotFoundScreen() {
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.middle)}>
      <Empty
        isPage
        drawing="error"
        title={t('notFound.title')}
        text={t('notFound.text')}
        paddingTop={150}
        action={
          <Link to="/" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}>
            {t('notFound.button')}
          </Link>
        }
      />
    </main>
  );
}
