import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { quotes } from '../../data/quotes.ts';
import { clockText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { chooseInstrument, useSettings } from '../../session/settings-store.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { LiveChange } from '../LivePrice.tsx';
import { ZoneNote } from '../ZoneNote.tsx';
import styles from './MarketHead.module.css';
import { moversOf } from './movers.ts';
import { sessionNames } from './session-names.ts';
import { stripAt } from './session-strip.ts';

const minuteMs = 60_000;

/** Clock of the sessions and movers of the day, above the rows with price keys (R-SCR-91, R-SCR-92). */
export function MarketHead({
  instruments,
  loadedAtMs,
  isWide = false,
}: {
  instruments: readonly InstrumentFacts[];
  /** True to have both side by side. */
  isWide?: boolean;
  /** Time of the list's last load, at which the movers are chosen again. */
  loadedAtMs: number;
}) {
  return (
    <div className={cx(styles.head, isWide && styles.wide)} data-testid="market-head">
      <SessionStrip />
      <Movers instruments={instruments} loadedAtMs={loadedAtMs} />
    </div>
  );
}

function SessionStrip() {
  const nowMs = useMinute();
  const zone = useSettings((settings) => settings.chartZone);
  const { startMs, endMs, now, sessions } = stripAt(nowMs);
  const clock = (timeMs: number) => clockText(timeMs, zone, localeTag());
  return (
    <section className={styles.strip} aria-label={t('market.sessions')} dir="ltr">
      <ul className={styles.bars}>
        {sessions.map(({ centre, start, end, isOpen }, at) => (
          <li
            key={`${centre} ${start}`}
            className={cx(styles.session, isOpen && styles.open, at % 2 === 1 && styles.second)}
            style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
            data-open={isOpen}
          >
            <span dir="auto">
              {isOpen ? t('market.openNow', { name: t(sessionNames[centre]) }) : t(sessionNames[centre])}
            </span>
          </li>
        ))}
      </ul>
      <i className={styles.now} style={{ left: `${now * 100}%` }} />
      <div className={cx(styles.hours, figuresStyles.number)}>
        <span>{clock(startMs)}</span>
        <b style={{ left: `${Math.min(88, Math.max(12, now * 100))}%` }}>{clock(nowMs)}</b>
        <span>{clock(endMs)}</span>
      </div>
      <div className={styles.zone} dir="auto">
        <ZoneNote />
      </div>
    </section>
  );
}

/** The time, again at the start of each minute. */
function useMinute(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), minuteMs - (nowMs % minuteMs) + 20);
    return () => clearTimeout(timer);
  }, [nowMs]);
  return nowMs;
}

function Movers({ instruments, loadedAtMs }: { instruments: readonly InstrumentFacts[]; loadedAtMs: number }) {
  // They are chosen when the list is loaded, so that none moves under the finger.
  const movers = useMemo(() => (loadedAtMs > 0 ? moversOf(instruments, quotes) : []), [instruments, loadedAtMs]);
  if (movers.length === 0) return null;
  return (
    <section aria-label={t('market.movers')}>
      <h2 className={styles.title}>{t('market.movers')}</h2>
      <div className={styles.tiles}>
        {movers.map((facts) => (
          <Link
            key={facts.id}
            to="/trade"
            className={styles.tile}
            data-testid="mover"
            data-code={facts.spec.code}
            onClick={() => chooseInstrument(facts.id, facts.spec)}
          >
            <b>{facts.spec.showCode}</b>
            <LiveChange id={facts.id} className={cx(figuresStyles.change, styles.change)} />
          </Link>
        ))}
      </div>
    </section>
  );
}
