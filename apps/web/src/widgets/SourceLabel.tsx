import { t } from '../i18n/text.ts';

/** "Simulated prices" wherever prices that are not a real market's are traded on (R-SCR-30). */
export function SourceLabel({ source, className = 'source' }: { source: string | undefined; className?: string }) {
  if (source === 'simulated') return <span className={className}>{t('source.simulated')}</span>;
  if (source?.startsWith('replay') === true) return <span className={className}>{t('source.replay')}</span>;
  return null;
}
