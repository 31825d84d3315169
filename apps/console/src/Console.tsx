import { text } from '@candor/texts/console';
import { QueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import { Admin, CustomRoutes } from 'react-admin';
import { Route } from 'react-router';
import { CallError } from './api/api.ts';
import { api, session } from './api/console-api.ts';
import { createDataProvider } from './api/data-provider.ts';
import { createAuthProvider } from './auth/auth-provider.ts';
import { ConsoleLayout } from './layout/ConsoleLayout.tsx';
import { NotFound, PageError } from './layout/PageError.tsx';
import { SignInPage } from './screens/sign-in/SignInPage.tsx';
import { createConsoleTheme } from './theme/console-theme.ts';

const DashboardPage = lazy(() => import('./screens/dashboard/DashboardPage.tsx'));

/** Pages by path, except the dashboard; each is loaded when it is opened. */
const pages: readonly (readonly [string, ComponentType])[] = [
  ['/deposits', lazy(() => import('./screens/deposits/DepositsPage.tsx'))],
  ['/deposits/:id', lazy(() => import('./screens/deposits/DepositPage.tsx'))],
  ['/deposits/:id/claims', lazy(() => import('./screens/deposits/ClaimsPage.tsx'))],
  ['/withdrawals', lazy(() => import('./screens/withdrawals/WithdrawalsPage.tsx'))],
  ['/withdrawals/:id', lazy(() => import('./screens/withdrawals/WithdrawalPage.tsx'))],
  ['/corrections', lazy(() => import('./screens/corrections/CorrectionsPage.tsx'))],
  ['/pay-ways', lazy(() => import('./screens/pay-ways/PayWaysPage.tsx'))],
  ['/pay-ways/:kind/:id', lazy(() => import('./screens/pay-ways/PayWayPage.tsx'))],
  ['/verifications', lazy(() => import('./screens/verifications/VerificationsPage.tsx'))],
  ['/verifications/:id', lazy(() => import('./screens/verifications/VerificationPage.tsx'))],
  ['/users', lazy(() => import('./screens/users/UsersPage.tsx'))],
  ['/users/:id', lazy(() => import('./screens/users/UserPage.tsx'))],
  ['/accounts', lazy(() => import('./screens/accounts/AccountsPage.tsx'))],
  ['/accounts/:id', lazy(() => import('./screens/accounts/AccountPage.tsx'))],
  ['/orders', lazy(() => import('./screens/orders/OrdersPage.tsx'))],
  ['/orders/:id', lazy(() => import('./screens/orders/OrderPage.tsx'))],
  ['/instruments', lazy(() => import('./screens/instruments/InstrumentsPage.tsx'))],
  ['/instruments/:id', lazy(() => import('./screens/instruments/InstrumentPage.tsx'))],
  ['/halts', lazy(() => import('./screens/halts/HaltsPage.tsx'))],
  ['/exposure', lazy(() => import('./screens/exposure/ExposurePage.tsx'))],
  ['/company', lazy(() => import('./screens/company/CompanyPage.tsx'))],
  ['/articles', lazy(() => import('./screens/articles/ArticlesPage.tsx'))],
  ['/articles/:id', lazy(() => import('./screens/articles/ArticlePage.tsx'))],
  ['/ranking', lazy(() => import('./screens/ranking/RankingPage.tsx'))],
  ['/companies', lazy(() => import('./screens/companies/CompaniesPage.tsx'))],
  ['/companies/:id', lazy(() => import('./screens/companies/OneCompanyPage.tsx'))],
  ['/operators', lazy(() => import('./screens/operators/OperatorsPage.tsx'))],
  ['/audit', lazy(() => import('./screens/audit/AuditPage.tsx'))],
  ['/sign-ins', lazy(() => import('./screens/audit/SignInsPage.tsx'))],
  ['/me', lazy(() => import('./screens/account-settings/AccountSettingsPage.tsx'))],
];

const dataProvider = createDataProvider(api);
const authProvider = createAuthProvider(session, api);
const [light, dark] = [createConsoleTheme('light'), createConsoleTheme('dark')];
/** A refused query is not retried; one without an answer is retried once. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Some reads are recorded, so returning to the window must not read again.
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && error instanceof CallError && error.code === 0 && error.status === 0,
    },
  },
});

/** The operators' console: pages, session and theme. */
export function Console() {
  return (
    <Admin
      title={text.product}
      dataProvider={dataProvider}
      authProvider={authProvider}
      queryClient={queryClient}
      theme={light}
      darkTheme={dark}
      layout={ConsoleLayout}
      loginPage={SignInPage}
      dashboard={DashboardPage}
      catchAll={NotFound}
      error={PageError}
      requireAuth
      disableTelemetry
    >
      <CustomRoutes>
        {pages.map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </CustomRoutes>
    </Admin>
  );
}
