import { lazy, Suspense } from 'react';
import { useCompanyStatus, useIsMainMode } from './data/company.ts';

const CompanySearch = lazy(async () => ({
  default: (await import('./screens/company/CompanySearchScreen.tsx')).CompanySearchScreen,
}));
const Search = lazy(async () => ({ default: (await import('./screens/search/SearchScreen.tsx')).SearchScreen }));

/** `/product` finds instruments, and companies on the site that leads to companies (R-COM-03). */
export function ProductPage() {
  const { isPending } = useCompanyStatus();
  const isMainMode = useIsMainMode();
  if (isPending) return <Blank />;
  return <Suspense fallback={<Blank />}>{isMainMode ? <CompanySearch /> : <Search />}</Suspense>;
}

function Blank() {
  return <main className="scr" aria-busy="true" />;
}
