import type { PlainKey } from '../../i18n/text.ts';
import { t } from '../../i18n/text.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import styles from './ProofScreen.module.css';

/** Looks of a verdict; `good` has a tick. */
const verdictStyles = { good: badgeStyles.good, bad: badgeStyles.bad, wait: badgeStyles.wait };

/** Head of a card of proofs: its title, and the verdict once there is one. */
export function ProofHead(props: {
  id: string;
  title: string;
  verdict: { look: keyof typeof verdictStyles; text: PlainKey } | null;
}) {
  const { id, title, verdict } = props;
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <span role="status">
        {verdict === null ? null : (
          <span className={cx(badgeStyles.badge, verdictStyles[verdict.look])}>
            {verdict.look === 'good' ? <Icon name="check" /> : null}
            {t(verdict.text)}
          </span>
        )}
      </span>
    </div>
  );
}

export function ProofRow({ name, value }: { name: string; value: string }) {
  return (
    <div className={cx(keyValueStyles.row, keyValueStyles.large)}>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

/** Both ends of a hash; a dash for none. */
export function shortOf(hash: string): string {
  return hash === '' ? '–' : `${hash.slice(0, 8)}…${hash.slice(-6)}`;
}
