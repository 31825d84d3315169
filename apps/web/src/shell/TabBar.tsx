import { Link } from '@tanstack/react-router';
import { t } from '../i18n/text.ts';
import type { KeptId } from '../navigation/routes.ts';
import { tabs } from '../navigation/routes.ts';
import { cx } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './TabBar.module.css';

export function TabBar({ shown }: { shown: KeptId | null }) {
  return (
    <nav className={styles.bar} data-part="tab-bar" aria-label={t('tab.main')}>
      {tabs.map((tab) => (
        <TabLink
          key={tab.id}
          tab={tab}
          className={cx(styles.tab, tab.id === shown && styles.selected)}
          isOn={tab.id === shown}
        >
          <span>
            <Icon name={tab.icon} />
          </span>
          <span className={styles.label} data-part="tab-label">
            {t(tab.label)}
          </span>
        </TabLink>
      ))}
    </nav>
  );
}

interface TabLinkProps {
  readonly tab: (typeof tabs)[number];
  readonly className: string | undefined;
  readonly isOn: boolean;
  readonly children: React.ReactNode;
}

export function TabLink({ tab, className, isOn, children }: TabLinkProps) {
  return (
    <Link
      to={tab.path}
      search={'view' in tab ? { view: tab.view } : {}}
      activeOptions={{ exact: true }}
      className={className}
      aria-current={isOn ? 'page' : undefined}
      data-testid={`tab-${tab.id}`}
    >
      {children}
    </Link>
  );
}
