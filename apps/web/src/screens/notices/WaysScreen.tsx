import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  type EventWays,
  type NoticeWays,
  saveNoticeWays,
  useNoticeWays,
  usePushState,
} from '../../data/notice-ways.ts';
import { stopPush } from '../../data/push.ts';
import { missing } from '../../format/price-text.ts';
import { zoneName } from '../../format/time-text.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { shownZone } from '../../session/shown-zone.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { switchPushOn } from '../../widgets/PushSheet.tsx';
import { toastError } from '../../widgets/toast-error.ts';
import styles from './WaysScreen.module.css';

/** Events and the ways by which they reach the trader; quiet hours, and amounts in pushed notices (R-ALR-11). */
export function WaysScreen() {
  const query = useNoticeWays();
  const { data, isError, error, refetch } = query;
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => refetch()}
      header={<NavBar title={t('ways.title')} />}
    >
      <div className={cx(layoutStyles.page, layoutStyles.gutters, styles.page)}>
        {data !== undefined ? (
          <Choices ways={data} />
        ) : isError ? (
          <LoadFailed title={t('ways.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Bone width="100%" height={420} />
        )}
      </div>
    </PullToRefresh>
  );
}

function save(choice: Parameters<typeof saveNoticeWays>[0]): void {
  void saveNoticeWays(choice).catch(toastError);
}

function Choices({ ways }: { ways: NoticeWays }) {
  const { events, amounts } = ways;
  const hasMail = useSession((session) => session.user?.email) !== '';
  return (
    <>
      {hasMail ? null : <NoMail />}
      <table className={cx(listRowStyles.group, styles.matrix)}>
        <thead>
          <tr>
            <th scope="col">{t('ways.event')}</th>
            <th scope="col">{t('ways.push')}</th>
            <th scope="col">{t('ways.mail')}</th>
            <th scope="col">{t('ways.app')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((one) => (
            <EventRow key={one.event} ways={one} hasMail={hasMail} />
          ))}
        </tbody>
      </table>
      <div className={listRowStyles.group}>
        <Device />
        <Quiet quiet={ways.quiet} />
        <Row label={t('ways.amounts')} text={t('ways.amountsText', { event: events[0]?.label ?? '' })}>
          <Toggle label={t('ways.amounts')} isOn={amounts} onChange={(isOn) => save({ amounts: isOn })} />
        </Row>
      </div>
      <p className={styles.note}>{t('ways.lockNote')}</p>
    </>
  );
}

/** Without an address no mail is sent: says so, with the way to one (R-ALR-20). */
function NoMail() {
  const isDemo = useSession((session) => session.user?.isDemo) === true;
  return (
    <p className={styles.note} data-testid="ways-no-mail">
      {t('ways.noMail')}{' '}
      <Link to={isDemo ? '/register' : '/mine/chat'}>{isDemo ? t('ways.addMail') : t('user.service')}</Link>
    </p>
  );
}

interface EventRowProps {
  readonly ways: EventWays;
  readonly hasMail: boolean;
}

function EventRow({ ways: { event, label, push, mail, isMailLocked }, hasMail }: EventRowProps) {
  return (
    <tr data-testid={`ways-${event}`}>
      <th scope="row">{label}</th>
      <td>
        <Tick
          label={nameOf(label, t('ways.push'))}
          isOn={push}
          onChange={(isOn) => save({ push: { [event]: isOn } })}
        />
      </td>
      <td>
        {!hasMail ? (
          <span className={styles.cell} role="img" aria-label={`${nameOf(label, t('ways.mail'))}. ${t('ways.noMail')}`}>
            {missing}
          </span>
        ) : isMailLocked ? (
          <Lock label={nameOf(label, t('ways.mail'))} />
        ) : (
          <Tick
            label={nameOf(label, t('ways.mail'))}
            isOn={mail}
            onChange={(isOn) => save({ mail: { [event]: isOn } })}
          />
        )}
      </td>
      <td>
        <Lock label={nameOf(label, t('ways.app'))} />
      </td>
    </tr>
  );
}

function nameOf(event: string, way: string): string {
  return t('ways.choice', { event, way });
}

interface TickProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isOn}
      aria-label={label}
      className={styles.cell}
      onClick={() => onChange(!isOn)}
    >
      <i className={cx(styles.box, isOn && styles.checked)}>{isOn ? <Icon name="check" size={14} /> : null}</i>
    </button>
  );
}

/** A way that is always on. */
function Lock({ label }: { label: string }) {
  return (
    <span className={styles.cell} role="img" aria-label={`${label}. ${t('ways.always')}`}>
      <i className={cx(styles.box, styles.locked)}>
        <Icon name="lock" size={14} />
      </i>
    </span>
  );
}

function Row({ label, text, children }: { label: string; text: string; children?: ReactNode }) {
  return (
    <div className={cx(listRowStyles.row, styles.row)}>
      <span className={listRowStyles.text}>
        {label}
        <p>{text}</p>
      </span>
      {children}
    </div>
  );
}

function Device() {
  const state = usePushState().data;
  const label = t('push.device');
  if (state === undefined) return null;
  if (state === 'missing') return <Row label={label} text={t('push.missing')} />;
  const change = (isOn: boolean) => void (isOn ? switchPushOn() : stopPush().catch(toastError));
  return (
    <Row label={label} text={state === 'blocked' ? t('push.blocked') : t('push.deviceText')}>
      {state === 'blocked' ? null : <Toggle label={label} isOn={state === 'on'} onChange={change} />}
    </Row>
  );
}

const usual = { from: 22 * 60, to: 7 * 60 };

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function minutesOf(clock: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

function Quiet({ quiet }: { quiet: NoticeWays['quiet'] }) {
  const zone = zoneName(shownZone());
  const { from, to } = quiet ?? usual;
  const shown = { from: clockOf(from), to: clockOf(to), zone: quiet?.zone ?? zone };
  const change = (hours: Partial<typeof usual>) => save({ quiet: { from, to, ...hours, zone } });
  return (
    <>
      <Row label={t('ways.quiet')} text={t('ways.quietText', shown)}>
        <Toggle
          label={t('ways.quiet')}
          isOn={quiet !== null}
          onChange={(isOn) => save({ quiet: isOn ? { ...usual, zone } : null })}
        />
      </Row>
      {quiet === null ? null : (
        <div className={cx(listRowStyles.row, styles.row, styles.hours)}>
          {(
            [
              ['from', t('ways.from')],
              ['to', t('ways.to')],
            ] as const
          ).map(([name, label]) => (
            <label key={name}>
              {label}
              <input
                type="time"
                className={figuresStyles.number}
                value={shown[name]}
                onChange={({ target }) => {
                  const minutes = minutesOf(target.value);
                  if (minutes !== null) change({ [name]: minutes });
                }}
              />
            </label>
          ))}
        </div>
      )}
    </>
  );
}
