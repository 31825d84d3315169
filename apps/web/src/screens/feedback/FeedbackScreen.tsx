import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { EmailInstead } from '../../widgets/EmailInstead.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';

/** Stub with a way back and the company's e-mail address (R-SCR-10). */
export function FeedbackScreen() {
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.fadeIn)}>
      <NavBar title={t('feedback.title')} />
      <EmailInstead drawing="orders" title={t('feedback.emptyTitle')} text={t('feedback.emptyText')} />
    </main>
  );
}
