// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './styles/main.css';
import type { CallName } from '@candor/contracts/http/paths';
import { type Language, parseLanguage } from '@candor/contracts/languages';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startVersionChecks } from './data/app-version.ts';
import { startChoices } from './data/choices.ts';
import { CallError } from './data/client.ts';
import { brandNow, startCompany } from './data/company.ts';
import { forgetUser } from './data/identity.ts';
import { onReconnected, socket, startLive, useConnection, useTrading } from './data/live.ts';
import { askLostOrders, onLostOrder } from './data/orders.ts';
import { onLaterFailure, queryClient, refreshCategories, reloadFailed, takeFirstList } from './data/queries.ts';
import { languageFromHash, loadFirstLanguage, loadLanguage, loadRestOfLanguage, t, useLanguage } from './i18n/text.ts';
import { closeOnBack } from './navigation/back.ts';
import { wayOut } from './navigation/outside-link.ts';
import { whenIdle } from './platform/idle.ts';
import { registerServiceWorker, reportLoadedFiles, updateServiceWorker } from './platform/service-worker.ts';
import { handleExpiredSession, reloadForOtherAccount, router, showTitle, startRouter } from './router.tsx';
import { followOtherTabs, isChosenElsewhere } from './session/other-tabs.ts';
import { useSettings } from './session/settings-store.ts';
import { applyHomeScreen } from './theme/brand.ts';
import { applyTextSize, applyTheme, onSystemTheme } from './theme/theme.ts';
import { closeTopOverlay, useOverlays } from './ui/Overlay.tsx';
import { showToast } from './ui/toast.ts';
import { toastError, toastNoNetwork } from './widgets/toast-error.ts';

function App() {
  // A new language remounts the tree: texts are read during rendering, and nobody changes the language in the middle of
  // an order.
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
  applyTextSize(useSettings.getState().textSize);
  onSystemTheme(apply);
  useSettings.subscribe((now, before) => {
    if (now.theme !== before.theme) apply();
    if (now.textSize !== before.textSize) applyTextSize(now.textSize);
    if (now.language === before.language) return;
    // Another tab already shows it and has stored it.
    const isElsewhere = isChosenElsewhere();
    void loadLanguage(now.language).catch(() => (isElsewhere ? undefined : stayIn(before.language)));
  });
}

/** Reports that the texts of a language could not be loaded; the current language stays. */
function stayIn(language: Language): void {
  useSettings.setState({ language });
  toastNoNetwork();
}

/** Reports that the account could not store a choice; it stays in force on this device (R-CNT-07). */
function reportUnsaved(error: unknown): void {
  if (error instanceof CallError && error.answered) toastError(error);
  else showToast('warn', t('settings.notSaved'), 'offline');
}

/** Reports the result of an order or of a change to one whose answer was lost. */
function reportLostOrder(name: CallName, answer: { status: 'done' } | { status: 'refused'; msg: string }): void {
  if (answer.status === 'refused') showToast('bad', answer.msg);
  else showToast('ok', name === 'placeOrder' ? t('trade.confirmed') : t('order.changeDone'));
}

/** The other texts are loaded once the first screen has had its time, in an idle moment. */
const [restAfterMs, restWithinMs] = [2_000, 3_000];

async function start(): Promise<void> {
  const preset = languageFromHash(location.hash);
  if (preset !== null) useSettings.setState({ language: preset });
  // A language never used on this device is not cached for offline use; English always is.
  const asked = parseLanguage(useSettings.getState().language) ?? 'en';
  const loading = loadFirstLanguage(asked).catch(() => loadFirstLanguage('en'));
  watchSettings();
  startLive();
  followOtherTabs({
    onAccount: reloadForOtherAccount,
    onExpired: () => handleExpiredSession(forgetUser),
    onToken: () => socket.login(),
  });
  onReconnected(() => {
    void askLostOrders();
    void queryClient.invalidateQueries({ queryKey: ['orders'] });
    void queryClient.invalidateQueries({ queryKey: ['instruments'] });
    void refreshCategories();
    void reloadFailed();
    void queryClient.invalidateQueries({ queryKey: ['news'] });
  });
  // Without a connection, or in an outage, the screen already says so.
  onLaterFailure((error) => {
    if (useConnection.getState().state !== 'lost' && !useTrading.getState().isPaused) toastError(error);
  });
  startVersionChecks(onReconnected, updateServiceWorker);
  await loading;
  onLostOrder(reportLostOrder);
  void askLostOrders();
  startChoices(reportUnsaved);
  await takeFirstList();
  startCompany({
    leaveFor: (text) => {
      const link = wayOut(text, location);
      if (link !== null) location.replace(link);
    },
    onBrand: () => {
      showTitle();
      const brand = brandNow();
      if (brand !== null) applyHomeScreen(brand, document);
    },
  });
  startRouter();
  const onOverlays = (listener: (open: number) => void) => useOverlays.subscribe(({ open }) => listener(open));
  closeOnBack({ history: router.history, closeTop: closeTopOverlay, onOverlays });
  const host = document.getElementById('root');
  if (host === null) throw new Error('Invariant: index.html has a #root');
  createRoot(host).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  // A part that is opened before asks for them itself, and again if this fails.
  setTimeout(() => whenIdle(() => void loadRest().catch(() => undefined), restWithinMs), restAfterMs);
  if (import.meta.env.PROD) registerServiceWorker();
}

/** Loads the other texts; the worker keeps them too, which may have been there before them. */
async function loadRest(): Promise<void> {
  await loadRestOfLanguage();
  if (import.meta.env.PROD) await reportLoadedFiles();
}

void start();
