import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { anAddress, sendCode } from '../../../../../testkit/people.ts';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import { trialCompanyId } from '../../adapters/postgres/trial-company.ts';
import type { OutgoingMessage } from '../../ports/messages.ts';

test('R-RUN-32 messages of the trial company use their own channel, never the real sender’s', async () => {
  const server = await TestServer.start();
  try {
    const kept: OutgoingMessage[] = [];
    const channel = {
      send: async (message: OutgoingMessage) => {
        kept.push(message);
        return { kind: 'sent' } as const;
      },
    };
    server.keptChannels = new Map([[trialCompanyId as CompanyId, { mail: channel, sms: channel }]]);
    await server.restart();
    const [here, there] = [anAddress(), anAddress()];
    await sendCode(server, here);
    await server.call('POST', '/api/notify/send_email', { to: there, type: 1 }, { host: otherHost });
    await server.server.messages.deliver();
    expect([server.sent.map(({ to }) => to), kept.map(({ to }) => to)]).toEqual([[here], [there]]);
  } finally {
    await server.stop();
  }
});
