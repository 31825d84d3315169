import type { NoticeEvent, NoticeGroup, StoredNoticeKind } from '../../ports/notices.ts';

interface KindFacts {
  readonly event: NoticeEvent;
  /** Path of the page that shows the subject; `{forex}` is the id of its instrument, `{order}` that of its order. */
  readonly page: string;
}

const orders = '/order';
const order = '/order?id={order}';
const billing = '/mine/history';
const withdrawals = '/mine/withdraw?view=records';

const kinds: Readonly<Record<StoredNoticeKind, KindFacts>> = {
  'order-filled': { event: 'fills', page: order },
  'order-closed': { event: 'fills', page: order },
  'order-cancelled': { event: 'fills', page: order },
  'order-expired': { event: 'fills', page: order },
  'stop-loss-hit': { event: 'stops', page: order },
  'take-profit-hit': { event: 'stops', page: order },
  'stop-out': { event: 'stop-out', page: order },
  'stop-out-paused': { event: 'stop-out', page: orders },
  'stop-out-resumed': { event: 'stop-out', page: orders },
  'negative-balance-covered': { event: 'stop-out', page: billing },
  'margin-call': { event: 'margin-call', page: orders },
  'margin-call-ended': { event: 'margin-call', page: orders },
  'stop-out-noticed': { event: 'terms', page: orders },
  'stop-out-notice-ended': { event: 'terms', page: orders },
  'swap-noticed': { event: 'terms', page: orders },
  'alert-fired': { event: 'alert', page: '/trade?id={forex}' },
  'margin-alert-fired': { event: 'margin-alert', page: orders },
  'result-alert-fired': { event: 'result-alert', page: orders },
  'swap-alert-fired': { event: 'swap-alert', page: orders },
  'deposit-credited': { event: 'money', page: billing },
  'deposit-rejected': { event: 'money', page: '/mine/charge?view=records' },
  'withdrawal-requested': { event: 'money', page: withdrawals },
  'withdrawal-approved': { event: 'money', page: withdrawals },
  'withdrawal-paid': { event: 'money', page: withdrawals },
  'withdrawal-rejected': { event: 'money', page: withdrawals },
  'withdrawal-taken-back': { event: 'money', page: withdrawals },
  'correction-posted': { event: 'money', page: billing },
  'password-changed': { event: 'security', page: '/mine/security' },
  'second-factor-added': { event: 'security', page: '/mine/security' },
  'second-factor-removed': { event: 'security', page: '/mine/security' },
  'signed-in-new-device': { event: 'security', page: '/mine/security' },
  'method-bound': { event: 'security', page: '/mine/wallet' },
  'method-removed': { event: 'security', page: '/mine/wallet' },
  'verification-approved': { event: 'verification', page: '/mine/auth' },
  'verification-rejected': { event: 'verification', page: '/mine/auth' },
};

const accountEvents: ReadonlySet<NoticeEvent> = new Set(['money', 'security', 'verification', 'terms']);

const alertEvents: ReadonlySet<NoticeEvent> = new Set(['alert', 'margin-alert', 'result-alert', 'swap-alert']);

export function eventOfKind(kind: StoredNoticeKind): NoticeEvent {
  return kinds[kind].event;
}

export function groupOfKind(kind: StoredNoticeKind): NoticeGroup {
  const event = eventOfKind(kind);
  if (alertEvents.has(event)) return 'alerts';
  return accountEvents.has(event) ? 'account' : 'orders';
}

export function kindsOfGroup(group: NoticeGroup): StoredNoticeKind[] {
  return (Object.keys(kinds) as StoredNoticeKind[]).filter((kind) => groupOfKind(kind) === group);
}

/** Returns the path of the page that shows a notice's subject. */
export function pageOfKind(
  kind: StoredNoticeKind,
  { instrumentId, orderId }: { readonly instrumentId: number | null; readonly orderId: number | null },
): string {
  return kinds[kind].page.replace('{forex}', String(instrumentId ?? '')).replace('{order}', String(orderId ?? ''));
}
