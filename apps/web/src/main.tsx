// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './styles/main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startCompany } from './data/company.ts';
import { onReconnected, startLive } from './data/live.ts';
import { queryClient } from './data/queries.ts';
import { languageFromHash, toAppLanguage } from './i18n/languages.ts';
import { loadLanguage, useLanguage } from './i18n/text.ts';
import { wayOut } from './navigation/outside-link.ts';
import { router, showTitle, startRouter } from './router.tsx';
import { useSettings } from './session/settings-store.ts';
import { applyTheme, onSystemTheme } from './theme/theme.ts';

function App() {
  // A new language is a new tree: texts are read while rendering, and nobody changes language in the middle of an order.
  const language = useLanguage();
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider key={language} router={router} />
    </QueryClientProvider>
  );
}

function watchSettings(): void {
  const apply = () => applyTheme(useSettings.getState().theme);
  apply();
  onSystemTheme(apply);
  useSettings.subscribe((now, before) => {
    if (now.theme !== before.theme) apply();
    if (now.language !== before.language) void loadLanguage(now.language);
  });
}

async function start(): Promise<void> {
  const preset = languageFromHash(location.hash);
  if (preset !== null) useSettings.setState({ language: preset });
  const loading = loadLanguage(toAppLanguage(useSettings.getState().language));
  watchSettings();
  startLive();
  onReconnected(() => {
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
    void queryClient.invalidateQueries({ queryKey: ['instruments'] });
  });
  await loading;
  startCompany({
    leaveFor: (text) => {
      const link = wayOut(text, location);
      if (link !== null) location.replace(link);
    },
    onBrand: () => showTitle(),
  });
  startRouter();
  const host = document.getElementById('root');
  if (host === null) throw new Error('Invariant: index.html has a #root');
  createRoot(host).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
