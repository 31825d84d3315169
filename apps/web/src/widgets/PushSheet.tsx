import { useState } from 'react';
import { allowPush } from '../data/push.ts';
import { t } from '../i18n/text.ts';
import bigIconStyles from '../ui/BigIcon.module.css';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './PushSheet.module.css';

/** Switches pushed notices on after a press, and reports how that went. */
export async function switchPushOn(): Promise<void> {
  try {
    if (await allowPush()) showToast('ok', t('push.on'));
    else showToast('warn', t('push.blocked'));
  } catch {
    showToast('warn', t('push.failed'));
  }
}

/** Asks whether this device wants pushed notices; the browser's own question follows the press (R-ALR-10). */
export function PushSheet({ example, onClose }: { example: string; onClose: () => void }) {
  const title = t('push.title');
  return (
    <Sheet
      title={null}
      label={title}
      isBare={true}
      onClose={onClose}
      renderFooter={(close) => <Answers onDone={close} />}
    >
      <div className={styles.body}>
        <div className={bigIconStyles.icon}>
          <Icon name="bell" size={34} />
        </div>
        <h2>{title}</h2>
        <p>{t('push.text')}</p>
        <div className={styles.example}>
          <b>{example}</b>
          <small>{t('push.example')}</small>
        </div>
        <ul>
          {(['push.kinds', 'push.choose'] as const).map((key) => (
            <li key={key}>
              <Icon name="check" size={18} />
              {t(key)}
            </li>
          ))}
          <li>
            <Icon name="close" size={18} />
            {t('push.never')}
          </li>
        </ul>
      </div>
    </Sheet>
  );
}

function Answers({ onDone }: { onDone: () => void }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <div className={styles.answers}>
      <button type="button" className={cx(buttonStyles.button, buttonStyles.secondary)} onClick={onDone}>
        {t('push.notNow')}
      </button>
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.primary, isBusy && buttonStyles.busy)}
        aria-busy={isBusy}
        data-testid="push-allow"
        onClick={() => {
          if (isBusy) return;
          setBusy(true);
          void switchPushOn().finally(onDone);
        }}
      >
        {t('push.allow')}
      </button>
    </div>
  );
}
