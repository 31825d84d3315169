import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isServerThere } from '../data/app-version.ts';
import { t } from '../i18n/text.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PartMissing } from '../ui/late-part.tsx';
import { NavBar } from '../widgets/NavBar.tsx';

interface PageFailedProps {
  readonly error: unknown;
  readonly onAgain: () => void;
  /** Where there are no tabs to leave by. */
  readonly hasBack?: boolean;
}

/** In place of a page that did not load, or broke while it was drawn; what is around it stays. */
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
    <main className="scr fade-in">
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

/** Whether it can be drawn now. A newer build may have other files, and some browsers never ask twice for the same one. */
async function isReady(error: unknown): Promise<boolean> {
  if (!(error instanceof PartMissing) || (await error.askAgain())) return true;
  if (await isServerThere()) location.reload();
  return false;
}

/** The router's own place for a page that failed. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  return <PageFailed hasBack error={error} onAgain={reset} />;
}
