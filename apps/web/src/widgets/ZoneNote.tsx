import type { ChartZone } from '../format/time-text.ts';
import { zoneText } from '../format/zone-text.ts';
import { t } from '../i18n/text.ts';
import { useSettings } from '../session/settings-store.ts';
import styles from './ZoneNote.module.css';

/** Names the zone of a screen's times, once: the chosen one, or that of the screen (R-MKT-50). */
export function ZoneNote({ of }: { of?: ChartZone }) {
  const chosen = useSettings((settings) => settings.chartZone);
  const zone = of ?? chosen;
  return (
    <p className={styles.note} data-testid="zone">
      {t('user.zone', { zone: zoneText(zone) })}
    </p>
  );
}
