import { t } from '../i18n/text.ts';
import { isDemo, useSession } from '../session/session-store.ts';
import styles from './DemoMark.module.css';

/** "Demo" on a key that places an order of a demo account; nothing on a real one (R-SCR-94). */
export function DemoMark() {
  return useSession((session) => isDemo(session.user)) ? (
    <small className={styles.demo} data-part="demo-mark">
      {t('account.demo')}
    </small>
  ) : null;
}
