import { clockText, dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import bigIconStyles from '../../ui/BigIcon.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import timelineStyles from '../../ui/Timeline.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { Steps, ToAccount } from './Steps.tsx';
import styles from './Verification.module.css';

/** Waiting for a reviewer; the page updates itself when the answer arrives. */
export function Waiting({ sentAt }: { sentAt: number | null }) {
  const locale = localeTag();
  return (
    <FormPage bar={<NavBar title={t('verify.title')} />} foot={<ToAccount />}>
      <Steps done={3} />
      <div className={cx(layoutStyles.gutters, styles.verdict)}>
        <span className={cx(bigIconStyles.icon, bigIconStyles.wait)} data-part="big-icon">
          <Icon name="clock" size={40} />
        </span>
        <h2 className={cx(typographyStyles.title, styles.title, typographyStyles.centred)}>
          {t('verify.waitingTitle')}
        </h2>
        <p className={cx(typographyStyles.lead, typographyStyles.centred)}>{t('verify.waitingText')}</p>
        <ol className={cx(timelineStyles.timeline, styles.timeline)}>
          <li className={timelineStyles.done}>
            <h3>{t('verify.sent')}</h3>
            {sentAt === null ? null : (
              <p>
                <time dateTime={new Date(sentAt).toISOString()} className={figuresStyles.number}>
                  {dayText(sentAt, shownZone(), locale)}, {clockText(sentAt, shownZone(), locale)}
                </time>
              </p>
            )}
          </li>
          <li className={timelineStyles.now} aria-current="step">
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
