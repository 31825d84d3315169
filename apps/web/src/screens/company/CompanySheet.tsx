import type { Company } from '../../data/company-info.ts';
import { t } from '../../i18n/text.ts';
import { outsideLink } from '../../navigation/outside-link.ts';
import { Banner } from '../../ui/Banner.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import sheetStyles from '../../ui/Sheet.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { CompanyLogo } from './CompanyLogo.tsx';
import styles from './CompanySearch.module.css';
import { companyCookie, siteName } from './search-result.ts';

/** Facts of a company before its site is opened; opening stores the choice (R-COM-03). */
export function CompanySheet({ company, onClose }: { company: Company; onClose: () => void }) {
  const site = outsideLink(company.url, location);
  return (
    <Sheet
      title={null}
      label={company.name}
      isBare
      onClose={onClose}
      renderFooter={() =>
        site === null ? (
          <Banner kind="warn">{t('company.noSite')}</Banner>
        ) : (
          <button
            type="button"
            className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide)}
            onClick={() => enter(company.id, site)}
          >
            {t('company.enter')}
            <Icon name="external" size={18} />
          </button>
        )
      }
    >
      <header className={styles.head}>
        <CompanyLogo name={company.name} src={company.logo} className={styles.headLogo} />
        <h2 className={sheetStyles.title}>
          <bdi>{company.name}</bdi>
        </h2>
        <p className={cx(typographyStyles.small, typographyStyles.tertiary)}>
          <bdi>{siteName(company.url)}</bdi>
        </p>
      </header>
      <dl className={cx(keyValueStyles.well, styles.facts)} data-part="well">
        <Fact label={t('company.subject')} value={company.subject} />
        <Fact label={t('company.address')} value={company.registeredAddress} />
        <Fact label={t('company.location')} value={company.location} />
        <Fact label={t('company.email')} value={company.email} />
      </dl>
    </Sheet>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={cx(keyValueStyles.row, keyValueStyles.large, styles.fact)}>
      <dt>{label}</dt>
      <dd>
        <bdi>{value === '' ? '—' : value}</bdi>
      </dd>
    </div>
  );
}

function enter(companyId: number, site: string): void {
  document.cookie = companyCookie(companyId, location.protocol);
  location.assign(site);
}
