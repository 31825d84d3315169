import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, useSyncExternalStore } from 'react';
import { createBrowserRouter, Navigate, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient, session } from './api/console-api.ts';
import { signInPath } from './auth/end-session.ts';
import { ConsoleLayout } from './layout/ConsoleLayout.tsx';
import { NotFound, PageError } from './parts/LoadFailed.tsx';
import { Notifications } from './parts/Notifications.tsx';
import { SignInPage } from './screens/sign-in/SignInPage.tsx';
import { createConsoleTheme } from './theme/console-theme.ts';
import { useThemeMode } from './theme/theme-mode.ts';

/** Pages by path; each is loaded when it is opened. */
const pages: readonly (readonly [string, ComponentType])[] = [
  ['/', lazy(() => import('./screens/dashboard/DashboardPage.tsx'))],
  ['/deposits', lazy(() => import('./screens/deposits/DepositsPage.tsx'))],
  ['/deposits/:id', lazy(() => import('./screens/deposits/DepositPage.tsx'))],
  ['/deposits/:id/claims', lazy(() => import('./screens/deposits/ClaimsPage.tsx'))],
  ['/withdrawals', lazy(() => import('./screens/withdrawals/WithdrawalsPage.tsx'))],
  ['/withdrawals/review', lazy(() => import('./screens/withdrawals/ReviewTogetherPage.tsx'))],
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
  ['/calendar', lazy(() => import('./screens/calendar/CalendarPage.tsx'))],
  ['/calendar/:id', lazy(() => import('./screens/calendar/EntryPage.tsx'))],
  ['/ranking', lazy(() => import('./screens/ranking/RankingPage.tsx'))],
  ['/companies', lazy(() => import('./screens/companies/CompaniesPage.tsx'))],
  ['/companies/:id', lazy(() => import('./screens/companies/OneCompanyPage.tsx'))],
  ['/approvals', lazy(() => import('./screens/approvals/ApprovalsPage.tsx'))],
  ['/approvals/:id', lazy(() => import('./screens/approvals/ApprovalPage.tsx'))],
  ['/operators', lazy(() => import('./screens/operators/OperatorsPage.tsx'))],
  ['/audit', lazy(() => import('./screens/audit/AuditPage.tsx'))],
  ['/sign-ins', lazy(() => import('./screens/audit/SignInsPage.tsx'))],
  ['/me', lazy(() => import('./screens/account-settings/AccountSettingsPage.tsx'))],
];

const router = createBrowserRouter(
  [
    { path: '/login', element: <SignInPage /> },
    { path: '/invitation', element: <SignInPage isInvited /> },
    {
      element: <SignedIn />,
      children: [
        {
          errorElement: <PageError />,
          children: [
            ...pages.map(([path, Page]) => ({ path, element: <Page /> })),
            { path: '*', element: <NotFound /> },
          ],
        },
      ],
    },
  ],
  { basename: '/console' },
);
const themes = { light: createConsoleTheme('light'), dark: createConsoleTheme('dark') };

/** The operators' console: pages, session and theme. */
export function Console() {
  const mode = useThemeMode();
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider theme={themes[mode]}>
        <CssBaseline />
        <RouterProvider router={router} />
        <Notifications />
      </ThemeProvider>
    </QueryClientProvider>
  );
}

/**
 * The frame for a signed-in operator; leads others to the sign-in, which returns to the requested page (R-OPS-83) unless
 * the operator signed out there.
 */
function SignedIn() {
  const current = useSyncExternalStore(session.subscribe, () => session.current);
  const location = useLocation();
  if (current !== null) return <ConsoleLayout />;
  return <Navigate to={session.isSignedOut ? '/login' : signInPath(location)} replace />;
}
