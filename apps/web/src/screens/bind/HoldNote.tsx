import { spanText } from '../../format/funds-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';

const hourMs = 3_600_000;

/** Hold of a newly bound method before its first payout; nothing if there is none. */
export function HoldNote({ hours }: { hours: number }) {
  if (hours === 0) return null;
  return <Banner icon="clock">{t('bind.hold', { time: spanText(hours * hourMs, localeTag()) })}</Banner>;
}
