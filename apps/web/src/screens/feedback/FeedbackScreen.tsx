import { t } from '../../i18n/text.ts';
import { EmailInstead } from '../../widgets/EmailInstead.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';

/** Stub with a way back and the company's e-mail address (R-SCR-10). */
export function FeedbackScreen() {
  return (
    <main className="scr fade-in">
      <NavBar title={t('feedback.title')} />
      <EmailInstead drawing="orders" title={t('feedback.emptyTitle')} text={t('feedback.emptyText')} />
    </main>
  );
}
