import { useState } from 'react';
import { useBrand } from '../../data/company.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { readReceipt, useReceipts } from '../../data/receipts.ts';
import { directionOf, pipsText, signedText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { dayClockText, durationText } from '../../format/time-text.ts';
import { zoneText } from '../../format/zone-text.ts';
import { localeTag, plural, t } from '../../i18n/text.ts';
import { sharePicture } from '../../platform/share.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { toastNoNetwork } from '../toast-error.ts';
import { movedTicks, netResult } from './order-figures.ts';
import { shortCode } from './receipt-check.ts';
import type { ResultPicture } from './result-picture.ts';

/** Button that shares a closed order's result as a picture with the short code of its receipt (R-JRN-09). */
export function ShareResult({ order, facts }: { order: Order; facts: InstrumentFacts | undefined }) {
  const picture = useResultPicture(order, facts);
  const [isBusy, setBusy] = useState(false);

  async function shareIt(shown: ResultPicture): Promise<void> {
    setBusy(true);
    try {
      // Its file is loaded when it is wanted.
      const { drawResult } = await import('./result-picture.ts');
      await sharePicture(`result-${order.id}.png`, await drawResult(shown));
    } catch {
      toastNoNetwork();
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className={cx(buttonStyles.button, buttonStyles.secondary)}
      data-testid="order-share"
      disabled={picture === null || isBusy}
      onClick={() => {
        if (picture !== null) void shareIt(picture);
      }}
    >
      <Icon name="upload" size={18} />
      {t('invite.share')}
    </button>
  );
}

/** Returns what the picture says; null until the receipt of the close is here, or without one. */
function useResultPicture(order: Order, facts: InstrumentFacts | undefined): ResultPicture | null {
  const company = useBrand().name;
  const { data: receipts } = useReceipts(order.receiptIds.length === 0 ? null : order.id, order.receiptIds.length);
  const zone = useSettings((settings) => settings.chartZone);
  const user = useSession((session) => session.user);
  const receipt = receipts?.at(-1);
  const net = order.costs?.net ?? netResult(order);
  if (receipt === undefined || facts === undefined || net === null || order.endedAtMs === null) return null;
  const ticks = movedTicks(order, order.markPrice, facts.spec.digits);
  const heldMs = order.endedAtMs - (order.openedAtMs ?? order.endedAtMs);
  const source = readReceipt(receipt).quote?.source ?? facts.source;
  const marks = [
    isDemo(user) ? t('account.demo') : null,
    source === 'simulated' ? t('source.simulated') : null,
    source.startsWith('replay') ? t('source.replay') : null,
  ];
  return {
    company,
    host: location.host,
    title: `${order.showCode} · ${order.side === 'buy' ? t('trade.buy') : t('trade.sell')}`,
    net: `${signedText(net)} ${user?.currency ?? ''}`.trim(),
    direction: directionOf(net),
    about: [
      ticks === null ? null : plural('trade.pips', pipsText(ticks, facts.spec.pipTicks)),
      t('order.heldFor', { time: durationText(heldMs, localeTag()) }),
    ]
      .filter((part) => part !== null)
      .join(' · '),
    rows: [
      [t('trade.lots'), order.lots],
      [t('order.openPrice'), groupDigits(order.entryPrice)],
      [t('order.closePrice'), groupDigits(order.markPrice)],
      [t('order.closeTime'), `${dayClockText(order.endedAtMs, zone, localeTag())} ${zoneText(zone)}`],
    ],
    netLabel: t('order.net'),
    marks: marks.filter((mark) => mark !== null),
    receipt: t('journal.receiptCode', { code: shortCode(receipt) }),
  };
}
