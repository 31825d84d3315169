import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { MessageChannel } from '../../ports/messages.ts';
import type { PushDeviceStore, PushSender } from '../../ports/push.ts';

const ttlSeconds = 3_600;

/**
 * Opens the channel of pushed notices of a company. A browser whose subscription has expired is removed (R-ALR-08); one
 * that was removed meanwhile, or whose session has ended, gets nothing.
 */
export function createPushChannel(
  companyId: CompanyId,
  { sender, devices, clock }: { readonly sender: PushSender; readonly devices: PushDeviceStore; readonly clock: Clock },
): MessageChannel {
  return {
    async send({ to, text }) {
      const [user = '', id = ''] = to.split('/');
      const accountId = Number(user) as AccountId;
      const keys = await devices.find(companyId, accountId, id, clock.nowMs());
      if (keys === null) return { kind: 'never', reason: 'the browser was removed, or its session has ended' };
      const result = await sender.send(keys, text, { ttlSeconds });
      if (result.kind !== 'gone') return result;
      await devices.remove(companyId, accountId, keys.endpoint);
      return { kind: 'never', reason: 'the subscription has expired' };
    },
  };
}
