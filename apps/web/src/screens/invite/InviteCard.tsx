import type { Invitation } from '../../data/account-records.ts';
import { t } from '../../i18n/text.ts';
import { copyText } from '../../platform/share.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import inkCardStyles from '../../ui/InkCard.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import styles from './Invite.module.css';

async function copy(text: string): Promise<void> {
  if (await copyText(text)) showToast('ok', t('common.copied'));
}

/** Invitation code and link. */
export function InviteCard({ info }: { info: Invitation }) {
  return (
    <section
      className={cx(inkCardStyles.card, styles.invite)}
      data-part="account-card"
      data-theme="dark"
      aria-label={t('invite.code')}
    >
      <div className={inkCardStyles.label}>{t('invite.code')}</div>
      <div className={cx(layoutStyles.apart, styles.codeLine)}>
        <span className={cx(figuresStyles.number, styles.code)} dir="ltr">
          {info.code}
        </span>
        <button
          type="button"
          className={cx(buttonStyles.iconButton, styles.copyCode)}
          aria-label={t('invite.copyCode')}
          onClick={() => void copy(info.code)}
        >
          <Icon name="copy" size={20} />
        </button>
      </div>
      <div className={cx(layoutStyles.row, styles.link)}>
        <bdi className={cx(layoutStyles.grow, typographyStyles.small, typographyStyles.secondary)} dir="ltr">
          {info.link.replace(/^https?:\/\//, '')}
        </bdi>
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.small, styles.copyLink)}
          onClick={() => void copy(info.link)}
        >
          {t('invite.copyLink')}
        </button>
      </div>
    </section>
  );
}
