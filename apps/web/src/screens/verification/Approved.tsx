import type { VerificationState } from '@candor/contracts/http/verification';
import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { FormPage } from '../../widgets/FormPage.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { ToAccount } from './ToAccount.tsx';

/** Verified name and number, masked by the server. */
export function Approved({ state }: { state: VerificationState }) {
  return (
    <FormPage bar={<NavBar title={t('verify.title')} />} foot={<ToAccount />}>
      <div className="pad verdict verdict--ok">
        <span className="bigicon bigicon--ok">
          <Icon name="shield" size={42} />
        </span>
        <h2 className="h1 c">{t('verify.approvedTitle')}</h2>
        <p className="lead c">{t('verify.approvedText')}</p>
        <dl className="well">
          <div className="kv kv--lg">
            <dt>{t('verify.shortName')}</dt>
            <dd>
              <bdi>{state.name}</bdi>
            </dd>
          </div>
          <div className="kv kv--lg">
            <dt>{t('verify.cardId')}</dt>
            <dd>
              <bdi dir="ltr">{state.card_id}</bdi>
            </dd>
          </div>
          <div className="kv kv--lg">
            <dt>{t('verify.status')}</dt>
            <dd>
              <span className="badge badge--ok">
                <Icon name="check" />
                {t('verify.verified')}
              </span>
            </dd>
          </div>
        </dl>
      </div>
    </FormPage>
  );
}
