import type { ListedNotice } from '@candor/contracts/http/notices';
import type { Language } from '@candor/contracts/languages';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatLots } from '@candor/domain/values/lots';
import { formatBalance } from '@candor/domain/values/money';
import { formatPrice } from '@candor/domain/values/price';
import type { StoredNotice } from '../../ports/notices.ts';
import { timeText } from '../../services/messages/message-text.ts';
import { groupOfKind, pageOfKind } from '../../services/notices/notice-events.ts';
import { noticeText } from './texts/account-texts.ts';

type Subject = Pick<StoredNotice, 'kind' | 'order' | 'amount' | 'fill' | 'fired' | 'stopOut'>;

/** Returns the instrument that a notice concerns; null without one. */
export function instrumentOf({ order, fired }: Pick<Subject, 'order' | 'fired'>): InstrumentId | null {
  return order?.instrumentId ?? fired?.alert.instrumentId ?? null;
}

/** Facts of the account and the market that the texts of notices need. */
export interface NoticeWords {
  readonly currency: string;
  readonly language: Language;
  readonly specOf: (id: InstrumentId) => InstrumentSpec | null;
}

/** Returns the text of a notice in the user's language. */
export function textOfNotice(notice: Subject, { currency, language, specOf }: NoticeWords): string {
  const { kind, order, amount, fill, fired, stopOut } = notice;
  const id = instrumentOf(notice);
  const spec = id === null ? null : specOf(id);
  const price = fill?.price ?? fired?.alert.price ?? null;
  return noticeText(kind === 'order-filled' ? `order-filled-${fill?.side ?? 'buy'}` : kind, language, {
    code: spec?.showCode ?? '',
    order: String(order?.id ?? ''),
    amount: amount === null ? '' : `${formatBalance(amount)} ${currency}`,
    price: price === null || spec === null ? '' : formatPrice(price, spec.digits),
    lots: fill === undefined || spec === null ? '' : formatLots(fill.lots, spec),
    level: stopOut === undefined ? '' : `${stopOut.percent}%`,
    time: stopOut?.fromMs == null ? '' : timeText(stopOut.fromMs, language),
  });
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
