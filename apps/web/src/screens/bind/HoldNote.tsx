import { spanText } from '../../format/funds-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';

const hourMs = 3_600_000;

/** How long what is bound now must wait until it is paid to; nothing where it need not wait. */
export function HoldNote({ hours }: { hours: number }) {
  if (hours === 0) return null;
  return <Banner icon="clock">{t('bind.hold', { time: spanText(hours * hourMs, localeTag()) })}</Banner>;
}
