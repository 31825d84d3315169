import { calculateAccountSummary } from '@candor/domain/calc/account-summary';
import { accountTotals } from '@candor/domain/engine/state';
import type { ServerPorts } from './compose.ts';
import { chargeOf } from './compose-identity.ts';
import type { Companies } from './services/company/companies.ts';
import type { TakeBackLinks } from './services/funds/take-back.ts';
import { messageOf, withTakeBackLink } from './services/messages/message-text.ts';
import type { MessageDelivery } from './services/outbox/deliver-messages.ts';
import { NoticeMail } from './services/trade/notice-mail.ts';
import type { TradingCore } from './trading/trading-core.ts';

const noticesAgainMs = 24 * 3_600_000;

/** Margin calls and stop-outs by mail: those of the last day first, so that a crash in between loses none. */
export function mailNotices(
  { clock, identity: store, people }: Pick<ServerPorts, 'clock' | 'identity' | 'people'>,
  parts: {
    readonly core: TradingCore;
    readonly companies: Companies;
    readonly messages: MessageDelivery;
    readonly links: TakeBackLinks;
    readonly onError: (error: Error) => void;
  },
): NoticeMail {
  const { core, companies, messages, links, onError } = parts;
  const mail = new NoticeMail({
    store,
    outbox: people.outbox,
    accountOf(id) {
      const account = core.state.accounts.get(id);
      if (account === undefined) return null;
      const { marginLevelE2 } = calculateAccountSummary(accountTotals(core.state, account));
      const { tenantId, realm, currency } = account;
      return { tenantId, realm, currency, marginLevelE2 };
    },
    companyName: async (id) => (await companies.all()).find((company) => company.id === id)?.name ?? '',
    writeText: ({ kind, values }, language) => messageOf(kind, language, values),
    async addLink({ text, sms }, { accountId, fundsId }, companyId, language) {
      const company = fundsId === undefined ? null : await companies.find(companyId);
      if (company === null || fundsId === undefined) return { text, ...(sms === undefined ? {} : { sms }) };
      const link = links.urlOf(company, { kind: 'withdrawal', companyId, accountId, id: fundsId });
      const short = sms === undefined || link === null ? sms : `${sms} ${link}`;
      return { text: withTakeBackLink(text, language, link), ...(short === undefined ? {} : { sms: short }) };
    },
    nowMs: () => clock.nowMs(),
    wake: (companyId) => messages.wake(companyId),
    chargeOf: (number) => chargeOf(number, people),
    onError,
  });
  core.notices.follow(clock.nowMs() - noticesAgainMs, (notice) => mail.take(notice));
  return mail;
}
