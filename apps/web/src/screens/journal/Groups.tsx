import type { ReactNode } from 'react';
import { directionOf, signedText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import cardStyles from '../../ui/Card.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import typographyStyles from '../../ui/typography.module.css';
import styles from './JournalScreen.module.css';
import { barsOf, enoughTrades } from './journal-shapes.ts';

export interface NamedGroup {
  readonly name: string;
  readonly count: number;
  readonly net: string;
}

/** Net results by name, with bars and counts; those of few trades are pale. */
export function NamedGroups({ title, groups }: { title: string; groups: readonly NamedGroup[] }) {
  const largest = Math.max(...groups.map(({ net }) => Math.abs(Number(net))), 0);
  const sorted = groups.toSorted((a, b) => Number(b.net) - Number(a.net));
  return (
    <GroupCard title={title} counts={groups.map(({ count }) => count)}>
      <table className={styles.table}>
        <tbody>
          {sorted.map(({ name, count, net }) => {
            const width = largest === 0 ? 0 : (Math.abs(Number(net)) / largest) * 50;
            const isGain = directionOf(net) !== 'down';
            return (
              <tr key={name}>
                <th scope="row">
                  {name} <small className={figuresStyles.number}>{count}</small>
                </th>
                <td aria-hidden="true">
                  <span className={cx(styles.track, count < enoughTrades && styles.pale)} dir="ltr">
                    <i className={isGain ? styles.gain : styles.loss} style={{ width: `${width}%` }} />
                  </span>
                </td>
                <td className={cx(figuresStyles.number, directionClass[directionOf(net)])}>{signedText(net)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </GroupCard>
  );
}

/** Net results by hour or weekday as a row of bars; a table holds the same for readers. */
export function BarGroups({
  title,
  note,
  groups,
  keys,
  nameOf,
  isNamed,
}: {
  title: string;
  note?: string;
  groups: readonly { readonly key: number; readonly count: number; readonly net: string }[];
  keys: number;
  nameOf: (key: number) => string;
  /** True if the key's name is written below its bar. */
  isNamed: (key: number) => boolean;
}) {
  return (
    <GroupCard title={title} note={note} counts={groups.map(({ count }) => count)}>
      <div className={styles.bars} dir="ltr" aria-hidden="true">
        {barsOf(groups, keys).map(({ key, share, count }) => (
          <span key={key} className={styles.slot}>
            <i
              className={cx(share < 0 ? styles.loss : styles.gain, count < enoughTrades && styles.pale)}
              style={{ height: `${Math.abs(share) * 50}%` }}
            />
            <small>{isNamed(key) ? nameOf(key) : ''}</small>
          </span>
        ))}
      </div>
      <ul className={typographyStyles.visuallyHidden} data-part="reader-text">
        {groups.map(({ key, count, net }) => (
          <li key={key}>{t('journal.groupOf', { name: nameOf(key), net: signedText(net), count })}</li>
        ))}
      </ul>
    </GroupCard>
  );
}

function GroupCard({
  title,
  note,
  counts,
  children,
}: {
  title: string;
  note?: string | undefined;
  counts: readonly number[];
  children: ReactNode;
}) {
  const hasFew = counts.some((count) => count < enoughTrades);
  return (
    <section className={cx(cardStyles.card, styles.group)}>
      <h2 className={cx(typographyStyles.small, styles.groupTitle)}>
        <span>{title}</span>
        {note === undefined ? null : <small>{note}</small>}
      </h2>
      {children}
      {hasFew ? (
        <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>
          {t('journal.paleBars', { count: enoughTrades })}
        </p>
      ) : null}
    </section>
  );
}
