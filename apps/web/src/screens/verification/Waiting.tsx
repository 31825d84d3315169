import { clockText, dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { FormPage } from '../../widgets/FormPage.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { Steps } from './Steps.tsx';
import { ToAccount } from './ToAccount.tsx';

/** Waiting for a reviewer; the page updates itself when the answer arrives. */
export function Waiting({ sentAt }: { sentAt: number | null }) {
  const locale = localeTag();
  return (
    <FormPage bar={<NavBar title={t('verify.title')} />} foot={<ToAccount />}>
      <Steps done={3} />
      <div className="pad verdict">
        <span className="bigicon bigicon--wait">
          <Icon name="clock" size={40} />
        </span>
        <h2 className="h1 c">{t('verify.waitingTitle')}</h2>
        <p className="lead c">{t('verify.waitingText')}</p>
        <ol className="tl">
          <li className="done">
            <h3>{t('verify.sent')}</h3>
            {sentAt === null ? null : (
              <p>
                <time dateTime={new Date(sentAt).toISOString()} className="num">
                  {dayText(sentAt, 'device', locale)}, {clockText(sentAt, 'device', locale)}
                </time>
              </p>
            )}
          </li>
          <li className="now" aria-current="step">
            <h3>{t('verify.reviewing')}</h3>
            <p>{t('verify.reviewingText')}</p>
          </li>
          <li>
            <h3>{t('verify.verified')}</h3>
            <p>{t('verify.verifiedText')}</p>
          </li>
        </ol>
      </div>
    </FormPage>
  );
}
