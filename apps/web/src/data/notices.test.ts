import { beforeEach, describe, expect, it } from 'vitest';
import { acceptNotice, forgetNotices, type Notice, onNotice, useNotices, withoutNotice } from './notices.ts';

const now = 1_800_000_000_000;
const notice = (id: string, kind: Notice['kind'], timeMs = now): Notice => ({ id, kind, timeMs, text: kind });

describe('notices (R-SOC-10)', () => {
  let received: string[];
  beforeEach(() => {
    received = [];
    forgetNotices();
    useNotices.setState({ lastIds: {} });
    return onNotice(({ id }) => received.push(id));
  });

  it('a margin call stays until it ends', () => {
    acceptNotice(7, notice('9-0', 'margin-call'), now);
    expect(useNotices.getState().isMarginCalled).toBe(true);
    acceptNotice(7, notice('10-1', 'margin-call-ended'), now);
    expect(useNotices.getState().isMarginCalled).toBe(false);
  });

  it('a repeated notice after a reconnect restores the state without being announced', () => {
    acceptNotice(7, notice('9-0', 'margin-call'), now);
    acceptNotice(7, notice('10-0', 'order-expired'), now);
    forgetNotices();
    acceptNotice(7, notice('9-0', 'margin-call'), now);
    acceptNotice(7, notice('10-0', 'order-expired'), now);
    acceptNotice(7, notice('10-1', 'stop-out'), now);
    expect(useNotices.getState().isMarginCalled).toBe(true);
    expect(received).toEqual(['9-0', '10-0', '10-1']);
  });

  it('another account on the same device has its own notices', () => {
    acceptNotice(7, notice('100-0', 'stop-out'), now);
    acceptNotice(8, notice('99-0', 'stop-out'), now);
    expect(received).toEqual(['100-0', '99-0']);
  });

  it('an old notice is not announced', () => {
    acceptNotice(7, notice('9-0', 'stop-out', now - 3_600_000), now);
    expect(received).toEqual([]);
  });

  describe('the notice of a withdrawal requested on this device', () => {
    const requested = (id: string) => acceptNotice(7, notice(id, 'withdrawal-requested'), now);
    const settled = async () => {
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    };

    it('is not announced, whether it comes before or after the answer; the next one is', async () => {
      let answer = () => {};
      const sent = withoutNotice(new Promise<void>((done) => (answer = done)));
      requested('1-0');
      answer();
      await sent;
      await settled();
      expect(received).toEqual([]);
      requested('2-0');
      await settled();
      expect(received).toEqual(['2-0']);

      await withoutNotice(Promise.resolve());
      requested('3-0');
      await settled();
      expect(received).toEqual(['2-0']);
    });

    it('is announced if the request got no answer', async () => {
      const sent = withoutNotice(Promise.reject(new Error('no answer')));
      requested('1-0');
      await sent.catch(() => undefined);
      await settled();
      expect(received).toEqual(['1-0']);
    });
  });
});
