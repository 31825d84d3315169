import { CallError } from '../data/client.ts';
import { t } from '../i18n/text.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import { Empty } from '../ui/Empty.tsx';
import { Icon } from '../ui/Icon.tsx';

export interface LoadFailedProps {
  readonly title: string;
  /** Text if the server gave none. */
  readonly noAnswer?: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly paddingTop?: number;
}

/**
 * Failed first load: the server's text, or that there was no answer, with the code and a button to try again (DESIGN
 * 6).
 */
export function LoadFailed({ title, noAnswer = t('common.noAnswer'), error, onRetry, paddingTop }: LoadFailedProps) {
  const known = error instanceof CallError ? error : null;
  return (
    <Empty
      drawing="error"
      title={title}
      text={known?.answered === true ? known.message : noAnswer}
      {...(known === null ? {} : { note: t('common.code', { code: known.code }) })}
      {...(paddingTop === undefined ? {} : { paddingTop })}
      action={
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}
          onClick={onRetry}
        >
          <Icon name="refresh" size={18} />
          {t('common.tryAgain')}
        </button>
      }
    />
  );
}
