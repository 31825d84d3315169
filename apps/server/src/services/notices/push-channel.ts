import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { MessageChannel } from '../../ports/messages.ts';
import type { PushDeviceStore, PushSender } from '../../ports/push.ts';

const ttlSeconds = 3_600;

/**
 * Opens the channel of pushed notices of a company. A browser whose subscription has expired is removed (R-ALR-08); one
 * that was removed meanwhile gets nothing.
 */
export function createPushChannel(
  companyId: CompanyId,
  { sender, devices }: { readonly sender: PushSender; readonly devices: PushDeviceStore },
): MessageChannel {
  return {
    async send({ to, text }) {
      const [user = '', id = ''] = to.split('/');
      const accountId = Number(user) as AccountId;
      const keys = await devices.find(companyId, accountId, id);
      if (keys === null) return { kind: 'never', reason: 'the browser was removed' };
      const result = await sender.send(keys, text, { ttlSeconds });
      if (result.kind !== 'gone') return result;
      await devices.remove(companyId, accountId, keys.endpoint);
      return { kind: 'never', reason: 'the subscription has expired' };
    },
  };
}
