import { t } from '../i18n/text.ts';
import typographyStyles from '../ui/typography.module.css';

/** "Simulated prices" wherever prices that are not a real market's are traded on (R-SCR-30). */
export function SourceLabel({
  source,
  className = typographyStyles.source,
}: {
  source: string | undefined;
  className?: string | undefined;
}) {
  if (source === 'simulated') return <span className={className}>{t('source.simulated')}</span>;
  if (source?.startsWith('replay') === true) return <span className={className}>{t('source.replay')}</span>;
  return null;
}
