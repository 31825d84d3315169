import { useCompanySearch } from '../../data/company.ts';
import type { Company } from '../../data/company-info.ts';
import { plural, t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { CompanyLogo } from './CompanyLogo.tsx';
import styles from './CompanySearch.module.css';
import { siteName, splitMatch } from './search-result.ts';

/** Longest list of results; a longer one needs another letter. */
const shownMax = 50;

export function CompanyResults({ name, onOpen }: { name: string; onOpen: (company: Company) => void }) {
  const { data, error, isFetching, refetch } = useCompanySearch(name);
  if (data === undefined) {
    if (error !== null && !isFetching) {
      return <LoadFailed title={t('company.errorTitle')} error={error} onRetry={() => void refetch()} />;
    }
    return <Loading />;
  }
  if (data.length === 0) {
    return <Empty drawing="search" title={t('company.emptyTitle', { text: name })} text={t('company.emptyText')} />;
  }
  return (
    <>
      <p className={styles.count} role="status">
        {plural('company.many', data.length)}
      </p>
      <ul>
        {data.slice(0, shownMax).map((company) => (
          <li key={company.id} className={styles.item}>
            <CompanyRow company={company} searched={name} onOpen={() => onOpen(company)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CompanyRow(props: { company: Company; searched: string; onOpen: () => void }) {
  const { company } = props;
  const [before, match, after] = splitMatch(company.name, props.searched);
  return (
    <button type="button" className={styles.row} onClick={props.onOpen}>
      <CompanyLogo name={company.name} src={company.logo} />
      <span className={layoutStyles.grow}>
        <span className={styles.name}>
          <bdi>
            {before}
            <b>{match}</b>
            {after}
          </bdi>
        </span>
        <span className={cx(typographyStyles.extraSmall, typographyStyles.tertiary, styles.address)}>
          <bdi>{siteName(company.url)}</bdi>
        </span>
      </span>
      <Icon name="next" className={listRowStyles.chevron} />
    </button>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className={styles.count}>
        <Bone width={86} height={16} />
      </div>
      {[150, 128, 138].map((width) => (
        <div key={width} className={styles.row}>
          <Bone width={46} height={46} borderRadius={13} />
          <span className={layoutStyles.grow}>
            <Bone width={width} height={17} marginBottom={6} />
            <Bone width={104} height={12} />
          </span>
        </div>
      ))}
    </div>
  );
}
