import type { ListedNotice } from '@candor/contracts/http/notices';
import type { Language } from '@candor/contracts/languages';
import { divHalfEven, formatDecimal } from '@candor/domain/values/decimal';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatLots } from '@candor/domain/values/lots';
import { formatBalance, toMoney } from '@candor/domain/values/money';
import { formatPrice, type Price } from '@candor/domain/values/price';
import { serverTexts } from '@candor/texts/server';
import type { StoredNotice } from '../../ports/notices.ts';
import { timeText } from '../../services/messages/message-text.ts';
import { groupOfKind, pageOfKind } from '../../services/notices/notice-events.ts';
import { noticeText } from './texts/account-texts.ts';
import { instrumentOfAlert, reachedOf } from './to-alert.ts';

type Subject = Pick<StoredNotice, 'kind' | 'order' | 'amount' | 'fill' | 'fired' | 'stopOut' | 'swap'>;

/** Returns the instrument that a notice concerns; null without one. */
export function instrumentOf({ order, fired, swap }: Pick<Subject, 'order' | 'fired' | 'swap'>): InstrumentId | null {
  return order?.instrumentId ?? swap?.instrumentId ?? (fired === undefined ? null : instrumentOfAlert(fired.alert));
}

/** Facts of the account and the market that the texts of notices need. */
export interface NoticeWords {
  readonly currency: string;
  readonly language: Language;
  readonly specOf: (id: InstrumentId) => InstrumentSpec | null;
}

/** Returns the text of a notice in the user's language. */
export function textOfNotice(notice: Subject, { currency, language, specOf }: NoticeWords): string {
  const { order, amount, fill, fired, stopOut, swap } = notice;
  const fromMs = stopOut?.fromMs ?? swap?.fromMs ?? null;
  const id = instrumentOf(notice);
  const spec = id === null ? null : specOf(id);
  const { kind: alertKind } = fired?.alert ?? {};
  const isMoney = alertKind === 'profit' || alertKind === 'swap';
  const shown = isMoney ? toMoney(fired?.figure ?? 0n) : amount;
  const price = fill?.price ?? (fired === undefined ? null : priceOf(fired));
  return noticeText(textKeyOf(notice), language, {
    code: spec?.showCode ?? '',
    order: String(order?.id ?? ''),
    amount: shown === null ? '' : `${formatBalance(shown)} ${currency}`,
    price: price === null || spec === null ? '' : formatPrice(price, spec.digits),
    lots: fill === undefined || spec === null ? '' : formatLots(fill.lots, spec),
    level: levelText(notice),
    time: fromMs === null ? '' : timeText(fromMs, language),
    ...changeWords(notice, language),
  });
}

/** Old and new figure of a change of terms, and the side that a swap is of. */
function changeWords({ stopOut, swap }: Subject, language: Language) {
  if (stopOut?.beforePercent !== undefined) return { before: `${stopOut.beforePercent}%` };
  if (swap === undefined) return {};
  const points = (valueE2: number) => formatDecimal(BigInt(valueE2), 2);
  const side = serverTexts[language].sides[swap.side];
  return { side, before: points(swap.beforeE2), after: points(swap.afterE2) };
}

function textKeyOf({ kind, fill, fired, stopOut, swap }: Subject) {
  if (kind === 'stop-out-noticed' && stopOut?.beforePercent !== undefined) return 'stop-out-raised' as const;
  if (kind === 'swap-noticed' && swap?.fromMs === null) return 'swap-noticed-now' as const;
  if (kind === 'order-filled') return `order-filled-${fill?.side ?? 'buy'}` as const;
  return fired?.alert.kind === 'percent' ? 'alert-fired-percent' : kind;
}

/** Price of a fired alert: its level, or for a move the price of the quote that completed it. */
function priceOf({ alert, quote }: NonNullable<Subject['fired']>): Price | null {
  if (alert.kind === undefined) return alert.price;
  return alert.kind === 'percent' && quote !== null ? quote[alert.quoteSide] : null;
}

/** Percentage of a notice: a stop-out level, a margin level, or a signed move from the price at setting. */
function levelText({ stopOut, fired }: Subject): string {
  if (stopOut !== undefined) return `${stopOut.percent}%`;
  if (fired?.alert.kind === 'margin') return `${reachedOf(fired, null)}%`;
  if (fired?.alert.kind !== 'percent' || fired.quote === null) return '';
  const { from, quoteSide } = fired.alert;
  const moved = divHalfEven(BigInt(fired.quote[quoteSide] - from) * 10_000n, BigInt(from));
  return `${moved > 0n ? '+' : ''}${formatDecimal(moved, 2)}%`;
}

/** Returns a notice in the fields of the wire. */
export function toListedNotice(notice: StoredNotice, words: NoticeWords): ListedNotice {
  const { id, kind, atMs, isRead } = notice;
  return {
    id,
    kind,
    time: atMs,
    is_read: isRead,
    group: groupOfKind(kind),
    text: textOfNotice(notice, words),
    page: pageOfKind(kind, { instrumentId: instrumentOf(notice), orderId: notice.order?.id ?? null }),
  };
}
