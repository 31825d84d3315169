import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isServerThere } from '../data/app-version.ts';
import { t } from '../i18n/text.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { cx } from '../ui/class-names.ts';
import { Empty } from '../ui/Empty.tsx';
import layoutStyles from '../ui/layout.module.css';
import { PartMissing } from '../ui/lazy-component.tsx';
import { NavBar } from '../widgets/NavBar.tsx';

interface PageFailedProps {
  readonly error: unknown;
  readonly onAgain: () => void;
  /** True on pages without tabs. */
  readonly hasBack?: boolean;
}

/** Error page in place of a page that did not load or threw; everything around it stays. */
export function PageFailed({ error, onAgain, hasBack = false }: PageFailedProps) {
  const [isAsking, setAsking] = useState(false);
  async function ask(): Promise<void> {
    setAsking(true);
    if (await isReady(error)) onAgain();
    setAsking(false);
  }
  useEffect(() => {
    if (error instanceof PartMissing) return error.forget;
    return undefined;
  }, [error]);
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.fadeIn)}>
      {hasBack ? <NavBar /> : null}
      <Empty
        isPage
        drawing="error"
        title={t('failed.title')}
        text={t('failed.text')}
        paddingTop={150}
        action={<BusyButton label={t('common.tryAgain')} size="md" isBusy={isAsking} onClick={() => void ask()} />}
      />
    </main>
  );
}

/**
 * True if the page can be rendered now. A newer build may have other files, and some browsers never request the same
 * one twice.
 */
async function isReady(error: unknown): Promise<boolean> {
  if (!(error instanceof PartMissing) || (await error.askAgain())) return true;
  if (await isServerThere()) location.reload();
  return false;
}

/** Error page for the router. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  return <PageFailed hasBack error={error} onAgain={reset} />;
}
