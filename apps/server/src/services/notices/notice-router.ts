import { type Language, parseLanguage } from '@candor/contracts/languages';
import type { CompanyId, Currency } from '@candor/domain/values/ids';
import { serverTexts } from '@candor/texts/server';
import type { Clock } from '../../ports/clock.ts';
import type { DueNotice, DueNoticeStore } from '../../ports/due-notices.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { StoredNotice } from '../../ports/notices.ts';
import { eventOfKind, pageOfKind } from './notice-events.ts';
import { decideWays } from './notice-ways.ts';

/** Notices that are routed in one transaction. */
const batchMax = 100;
const lookEveryMs = 1_000;
/** Older notices are only listed: after an outage, late pushes would be out of date. */
const freshMs = 3_600_000;
/** Tries of a notice that cannot be routed, and such notices that are counted at most. */
const triesMax = 3;
const countedMax = 1_000;

export interface NoticeRouterDeps {
  readonly store: DueNoticeStore;
  readonly clock: Clock;
  readonly companyName: (id: CompanyId) => Promise<string>;
  readonly textOf: (notice: StoredNotice, currency: Currency, language: Language) => string;
  readonly instrumentOf: (notice: StoredNotice) => number | null;
  /** Wakes the deliveries of a company's new messages. */
  readonly wake: (companyId: CompanyId) => void;
  readonly onError: (error: Error) => void;
}

export interface NoticeRouter {
  /** Routes everything that is due. */
  route(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Turns due notices into pushes to the browsers of their user and mails, as the user chose (R-ALR-11). Each is routed
 * once: the messages are stored in the transaction that ends its being due. A notice or a company that fails stops no
 * other one.
 */
export function startNoticeRouter(deps: NoticeRouterDeps): NoticeRouter {
  const { store, clock, onError } = deps;
  let isStopped = false;
  let underway: Promise<void> | null = null;
  const failedOnce = countFailures(onError);
  const routeCompany = async (companyId: CompanyId): Promise<void> => {
    const company = await deps.companyName(companyId);
    let routed = batchMax;
    while (routed === batchMax && !isStopped) {
      const nowMs = clock.nowMs();
      routed = await store.route(companyId, batchMax, nowMs, {
        write: (due) => messagesOf(due, company, nowMs, deps),
        failed: (key, error) => failedOnce(companyId, key, error),
      });
    }
    deps.wake(companyId);
  };
  const routeAll = async (): Promise<void> => {
    for (const companyId of await store.companies()) {
      try {
        await routeCompany(companyId);
      } catch (error) {
        onError(new Error(`notices of company ${companyId} were not routed`, { cause: error }));
      }
    }
  };
  const route = (): Promise<void> => {
    underway ??= routeAll()
      .catch((error: unknown) => onError(error as Error))
      .finally(() => {
        underway = null;
      });
    return underway;
  };
  const timer = setInterval(() => void route(), lookEveryMs);
  timer.unref();
  return {
    route,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underway;
    },
  };
}

/**
 * Returns the function that counts the failures of a notice: the first ones leave it due, the last one ends that and is
 * reported with its reason. The notice stays in its list.
 */
function countFailures(onError: NoticeRouterDeps['onError']) {
  const tries = new Map<string, number>();
  return (companyId: CompanyId, key: string, error: Error): 'again' | 'never' => {
    const name = `${companyId}/${key}`;
    const failures = (tries.get(name) ?? 0) + 1;
    tries.delete(name);
    if (failures < triesMax && tries.size < countedMax) {
      tries.set(name, failures);
      return 'again';
    }
    onError(new Error(`notice ${name} was not routed after ${failures} tries: ${error.message}`, { cause: error }));
    return 'never';
  };
}

/** Notice as a service worker shows it, and the page that it opens. */
export interface PushedNotice {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly page: string;
  readonly lang: string;
}

type Words = Pick<NoticeRouterDeps, 'textOf' | 'instrumentOf'>;

function messagesOf(due: DueNotice, company: string, nowMs: number, words: Words): NewMessage[] {
  const { notice, accountId, choice, email, currency } = due;
  if (nowMs - notice.atMs > freshMs) return [];
  const event = eventOfKind(notice.kind);
  const { isPushed, isMailed, hasText } = decideWays(event, choice, nowMs);
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + freshMs };
  const textIn = (language: Language) => words.textOf(notice, currency, language);
  const pushes = !isPushed
    ? []
    : due.devices.map(({ id, language: code }): NewMessage => {
        const language = parseLanguage(code) ?? 'hk';
        const pushed: PushedNotice = {
          id: notice.id,
          title: serverTexts[language].noticeEvents[event],
          body: hasText ? textIn(language) : '',
          page: pageOfKind(notice.kind, {
            instrumentId: words.instrumentOf(notice),
            orderId: notice.order?.id ?? null,
          }),
          lang: language,
        };
        const to = `${accountId}/${id}`;
        return {
          ...times,
          id: `push-${accountId}-${notice.id}-${id}`,
          route: 'push',
          charge: null,
          to,
          subject: '',
          text: JSON.stringify(pushed),
        };
      });
  if (!isMailed || email === null) return pushes;
  const language = parseLanguage(due.language) ?? 'hk';
  const subject = `${company}: ${serverTexts[language].noticeEvents[event]}`;
  const mail = {
    ...times,
    id: `way-${accountId}-${notice.id}`,
    route: 'mail',
    charge: null,
    to: email,
    subject,
  } as const;
  return [...pushes, { ...mail, text: textIn(language) }];
}
