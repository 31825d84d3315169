import { cx } from '../../ui/class-names.ts';
import keyValueStyles from '../../ui/KeyValue.module.css';

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
