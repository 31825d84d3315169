import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type AlertDraft, closeAlertForm, openAlertForm, useAlertForm } from '../../data/alert-form.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const AlertSheet = lazyComponent(() => import('./AlertSheet.tsx'), 'AlertSheet');

/** Returns how the form of an alert is opened; a visitor logs in first. */
export function useOpenAlert(): (draft: AlertDraft) => void {
  const isLoggedIn = useSession((session) => session.token !== null);
  const navigate = useNavigate();
  return (draft) => {
    if (isLoggedIn) openAlertForm(draft);
    else void navigate({ to: '/login', search: { from: '/trade' } });
  };
}

/** Bell that opens the form of an alert on the instrument. */
export function AlertBell({ facts, className }: { facts: InstrumentFacts; className?: string | undefined }) {
  const open = useOpenAlert();
  return (
    <button
      type="button"
      className={cx(buttonStyles.iconButton, className)}
      data-testid="alert-bell"
      aria-label={t('alerts.add', { code: facts.spec.showCode })}
      onClick={() => open({ instrumentId: facts.id })}
    >
      <Icon name="bellAdd" size={20} />
    </button>
  );
}

/** The form above the trade page, opened by the bell or by `openAlertForm`. */
export function AlertFormHost() {
  const draft = useAlertForm((form) => form.draft);
  if (draft === null) return null;
  return (
    <Suspense fallback={null}>
      <AlertSheet draft={draft} onClose={closeAlertForm} />
    </Suspense>
  );
}
