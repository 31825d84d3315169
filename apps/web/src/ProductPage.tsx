import { Suspense } from 'react';
import { useCompanyStatus, useIsMainMode } from './data/company.ts';
import layoutStyles from './ui/layout.module.css';
import { lazyComponent } from './ui/lazy-component.tsx';

const CompanySearch = lazyComponent(() => import('./screens/company/CompanySearchScreen.tsx'), 'CompanySearchScreen');
const Search = lazyComponent(() => import('./screens/search/SearchScreen.tsx'), 'SearchScreen');

/** `/product` finds instruments, and companies on the site that leads to companies (R-COM-03). */
export function ProductPage() {
  const { isPending } = useCompanyStatus();
  const isMainMode = useIsMainMode();
  if (isPending) return <Blank />;
  return <Suspense fallback={<Blank />}>{isMainMode ? <CompanySearch /> : <Search />}</Suspense>;
}

function Blank() {
  return <main className={layoutStyles.screen} aria-busy="true" />;
}
