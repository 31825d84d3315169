import type { InviteInfo } from '@candor/contracts/http/invite';
import { t } from '../../i18n/text.ts';
import { copyText } from '../../platform/clipboard.ts';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';

async function copy(text: string): Promise<void> {
  if (await copyText(text)) showToast('ok', t('common.copied'));
}

/** Invitation code and link. */
export function InviteCard({ info }: { info: InviteInfo }) {
  return (
    <section className="ink invite" data-theme="dark" aria-label={t('invite.code')}>
      <div className="ink-l">{t('invite.code')}</div>
      <div className="between" style={{ marginTop: 4, gap: 12 }}>
        <span className="num invite-c" dir="ltr">
          {info.code}
        </span>
        <button
          type="button"
          className="ib invite-b"
          aria-label={t('invite.copyCode')}
          onClick={() => void copy(info.code)}
        >
          <Icon name="copy" size={20} />
        </button>
      </div>
      <div className="row invite-l">
        <bdi className="grow sm t2" dir="ltr">
          {info.link.replace(/^https?:\/\//, '')}
        </bdi>
        <button type="button" className="btn btn--sm invite-k" onClick={() => void copy(info.link)}>
          {t('invite.copyLink')}
        </button>
      </div>
    </section>
  );
}
