import { beforeEach, describe, expect, test } from 'vitest';
import { type FixLine, fixBytes, fixStamp, valueOf } from '../../../../../../testkit/fix-acceptor.ts';
import { fixPlanOf, sampleFixConfig } from '../../../../../../testkit/fix-plans.ts';
import { HandTimers } from '../../../../../../testkit/hand-timers.ts';
import { type FixMessage, FixStream, parseFields } from './fix-message.ts';
import { FixSession, type SessionFault } from './fix-session.ts';
import type { SequenceStore } from './sequence-store.ts';

const startMs = Date.parse('2026-11-27T10:00:00Z');

class MemoryStore implements SequenceStore {
  nextOut = 1;
  nextIn = 1;
  begunMs = startMs - 60_000;
  isUnknown = false;
  setOut(next: number) {
    this.nextOut = next;
  }
  setIn(next: number) {
    this.nextIn = next;
  }
  reset(nowMs: number) {
    Object.assign(this, { nextOut: 1, nextIn: 1, begunMs: nowMs, isUnknown: false });
  }
  forget() {
    this.isUnknown = true;
  }
  close() {}
}

let timers: HandTimers;
let store: MemoryStore;
let session: FixSession;
let sent: FixLine[];
let messages: string[];
let events: string[];
let isClosed: boolean;

beforeEach(() => {
  [timers, store, sent, messages, events, isClosed] = [new HandTimers(), new MemoryStore(), [], [], [], false];
});

function lineOf(bytes: Buffer): FixLine {
  let found: FixMessage | null = null;
  new FixStream(
    100_000,
    (message) => (found = message),
    () => expect.unreachable(),
  ).push(bytes);
  const { tags, values } = found as unknown as FixMessage;
  return tags.map((one, at) => [one, values[at] ?? ''] as const);
}

function open(change: object = {}): void {
  const plan = fixPlanOf({
    ...sampleFixConfig(),
    sequence: 'keep',
    unchanged: 'heartbeats',
    heartBtSec: 10,
    ...change,
  });
  session = new FixSession(
    plan.session,
    store,
    { send: (bytes) => sent.push(lineOf(bytes)), close: () => (isClosed = true) },
    {
      loggedOn: () => events.push('on'),
      message: (message, { sentMs }) => messages.push(`${message.get(58)}@${sentMs - startMs}`),
      heard: () => events.push('heard'),
      gap: () => events.push('gap'),
      filled: (isWhole) => events.push(isWhole ? 'whole' : 'skipped'),
      unheard: () => events.push('unheard'),
      fault: (fault: SessionFault, detail) => events.push(detail === undefined ? fault : `${fault}: ${detail}`),
      ended: (reason) => events.push(`ended: ${reason}`),
    },
    {
      schedule: timers.schedule,
      monotonicMs: () => timers.nowMs,
      nowMs: () => startMs + timers.nowMs,
      random: () => 0,
    },
  );
  session.start();
}

function receive(type: string, seq: number | null, more = ''): void {
  const number = seq === null ? '' : `|34=${seq}`;
  const stamp = fixStamp(startMs + timers.nowMs);
  const bytes = fixBytes(`35=${type}|49=LP|56=MD${number}|52=${stamp}${more === '' ? '' : `|${more}`}`);
  session.receive(parseFields(bytes, 0, bytes.length));
}

const news = (seq: number, more = '') => receive('B', seq, `58=n${seq}${more}`);
const lastSent = () => sent.at(-1) ?? [];
const sentTypes = () => sent.map((line) => valueOf(line, 35));

function logOn(change: object = {}): void {
  open(change);
  receive('A', store.nextIn, '98=0|108=10');
  [events, sent] = [[], []];
}

describe('R-MKT-34 the logon', () => {
  test('has interval, user and password, and the next number', () => {
    store.nextOut = 7;
    open({ logonFields: { '1137': 'x' }, senderSubId: 'desk1', targetSubId: 'fx' });
    const line = lastSent();
    expect([35, 49, 50, 56, 57, 34, 98, 108, 141, 553, 554, 1137].map((one) => valueOf(line, one))).toEqual([
      'A',
      'MD',
      'desk1',
      'LP',
      'fx',
      '7',
      '0',
      '10',
      undefined,
      'desk',
      'SECRETPASS',
      'x',
    ]);
    expect(store.nextOut).toBe(8);
    expect(session.send('V', [])).toBeNull();
    receive('A', 1, '98=0|108=10');
    expect(events).toEqual(['on']);
    expect(session.send('V', [])).toBe(8);
  });

  test('begins both numbers at 1 where the file says so, and where the stored ones are lost', () => {
    Object.assign(store, { nextOut: 7, nextIn: 9 });
    open({ sequence: 'reset' });
    expect([valueOf(lastSent(), 34), valueOf(lastSent(), 141), store.nextIn]).toEqual(['1', 'Y', 1]);
    Object.assign(store, { nextOut: 7, isUnknown: true });
    open();
    expect([valueOf(lastSent(), 34), valueOf(lastSent(), 141)]).toEqual(['1', 'Y']);
  });

  test('that is refused ends with the reason of the venue, and its number is counted', () => {
    for (const [at, [type, more]] of [
      ['5', '58=bad password'],
      ['3', '45=1|58=bad password'],
    ].entries()) {
      open();
      receive(type as string, at + 1, more);
      expect(events.at(-1)).toBe('ended: the venue refused the logon: bad password');
      expect(store.nextIn).toBe(at + 2);
    }
  });

  test('without an answer, or with a strange one, ends', () => {
    open();
    timers.advance(9_900);
    expect(events).toEqual([]);
    timers.advance(100);
    expect(events).toEqual(['ended: the venue did not answer the logon']);
    open();
    receive('W', 1);
    expect(events.at(-1)).toBe('ended: the first message of the venue is not a Logon');
    open();
    receive('A', 1, '141=Y');
    expect(events.at(-1)).toMatch(/the venue began its numbers at 1/);
    expect(store.isUnknown).toBe(true);
  });

  test('of a stranger is none', () => {
    open();
    const stranger = fixBytes(`35=A|49=XX|56=MD|34=1|52=${fixStamp(startMs)}`);
    session.receive(parseFields(stranger, 0, stranger.length));
    expect(events).toEqual(['ended: SenderCompID (49) is not that of the venue']);
    expect(isClosed).toBe(true);
  });
});

describe('R-MKT-35 messages reach the feed in the order of their numbers, each once', () => {
  beforeEach(() => logOn());

  test('in order', () => {
    news(2);
    news(3);
    expect(messages).toEqual(['n2@0', 'n3@0']);
    expect(events).toEqual(['heard', 'heard']);
    expect(store.nextIn).toBe(4);
  });

  test('missing ones are asked for; early ones wait for the venue to send them again', () => {
    news(2);
    news(5);
    news(6);
    expect(events).toEqual(['heard', 'missing-messages', 'gap']);
    expect([7, 16].map((one) => valueOf(lastSent(), one))).toEqual(['3', '0']);
    expect(sentTypes()).toEqual(['2']);
    timers.advance(500);
    for (const seq of [3, 4, 5, 6]) news(seq, `|43=Y|122=${fixStamp(startMs + seq)}`);
    news(7);
    // Their time is that at which they were sent first.
    expect(messages).toEqual(['n2@0', 'n3@3', 'n4@4', 'n5@5', 'n6@6', 'n7@500']);
    expect(events.slice(3)).toEqual(['whole', 'heard', 'heard']);
  });

  test('one missing message is a gap too', () => {
    news(3);
    expect([events, messages]).toEqual([['missing-messages', 'gap'], []]);
    expect(valueOf(lastSent(), 7)).toBe('2');
  });

  test('a gap fill jumps over what the venue does not send again', () => {
    news(5);
    receive('4', 2, '43=Y|123=Y|36=5');
    expect(events).toEqual(['missing-messages', 'gap']);
    news(5, '|43=Y');
    expect(events.slice(2)).toEqual(['skipped', 'heard']);
    expect(messages).toEqual(['n5@0']);
  });

  test('a gap fill in order, and a reset, say that messages are lost', () => {
    receive('4', 2, '123=Y|36=10');
    expect([events, store.nextIn]).toEqual([['skipped', 'heard'], 10]);
    receive('4', 99, '36=50');
    expect([events.at(-1), store.nextIn]).toEqual(['skipped', 50]);
    receive('4', 51, '36=40');
    expect([events.at(-1), store.nextIn]).toEqual(['wrong-reset', 50]);
    expect(valueOf(lastSent(), 35)).toBe('3');
    receive('4', 50, '123=Y|36=50');
    expect([valueOf(lastSent(), 35), store.nextIn]).toEqual(['3', 51]);
  });

  test('a repeated one is ignored; a number that went back ends the session, and the next begins at 1', () => {
    news(2);
    news(2, '|43=Y');
    expect(messages).toEqual(['n2@0']);
    news(2);
    expect(messages).toEqual(['n2@0']);
    expect(events.at(-1)).toBe('ended: MsgSeqNum too low, expecting 3 but received 2');
    expect(valueOf(lastSent(), 35)).toBe('5');
    open();
    expect(valueOf(lastSent(), 141)).toBe('Y');
  });

  test('a gap that nobody fills ends the session', () => {
    news(5);
    for (let at = 0; at < 4; at += 1) {
      timers.advance(2_400);
      receive('0', 6 + at);
    }
    timers.advance(500);
    expect(events.at(-1)).toBe('ended: missing messages were not sent again');
  });

  test('the venue’s own request is answered by a gap fill, also while messages are missing', () => {
    session.send('V', []);
    receive('2', 2, '7=1|16=0');
    const line = lastSent();
    expect([35, 34, 43, 123, 36].map((one) => valueOf(line, one))).toEqual(['4', '1', 'Y', 'Y', '3']);
    expect(events).toEqual(['unheard', 'heard']);
    receive('2', 9, '7=1|16=0');
    expect(sentTypes().slice(-2)).toEqual(['4', '2']);
    receive('2', 3, '7=99|16=0|43=Y');
    expect(sentTypes().at(-1)).toBe('2');
  });

  test('a message without a number, or of another session, ends it; a malformed one is rejected and counted', () => {
    receive('B', 2, '58=a|x=1');
    expect(events).toEqual(['malformed', 'skipped', 'heard']);
    expect(valueOf(lastSent(), 35)).toBe('3');
    expect(store.nextIn).toBe(3);
    receive('B', null, '58=a');
    expect(events.at(-1)).toBe('ended: a message without MsgSeqNum (34)');
  });
});

describe('R-MKT-34 signs of life', () => {
  beforeEach(() => logOn());

  test('a heartbeat after each interval without another message', () => {
    timers.advance(9_750);
    receive('0', 2);
    expect(sentTypes()).toEqual([]);
    timers.advance(250);
    expect(sentTypes()).toEqual(['0']);
    timers.advance(5_000);
    session.send('V', []);
    timers.advance(6_000);
    expect(sentTypes()).toEqual(['0', 'V']);
  });

  test('a test request is answered with its id', () => {
    receive('1', 2, '112=hello');
    expect([valueOf(lastSent(), 35), valueOf(lastSent(), 112)]).toEqual(['0', 'hello']);
  });

  test('a silent venue is asked, and is gone if it does not answer', () => {
    timers.advance(12_000);
    expect(sentTypes()).toEqual(['0', '1']);
    timers.advance(5_750);
    expect(isClosed).toBe(false);
    timers.advance(500);
    expect(events).toEqual(['ended: nothing came, not even the answer to a test request']);
  });

  test('an answer keeps the session', () => {
    timers.advance(12_000);
    receive('0', 2, '112=test-1');
    timers.advance(11_500);
    expect(isClosed).toBe(false);
  });

  test('the venue is asked after 2 s if the connection proves prices', () => {
    [store.nextIn, store.nextOut] = [1, 1];
    logOn({ unchanged: 'connection' });
    timers.advance(1_750);
    expect(sentTypes()).toEqual([]);
    timers.advance(250);
    expect(sentTypes()).toEqual(['1']);
  });
});

describe('R-MKT-34 the end of a session', () => {
  beforeEach(() => logOn({ dayStart: { time: '05:02', zone: 'America/New_York' } }));

  test('by the venue’s logout is confirmed', () => {
    receive('5', 2, '58=weekend');
    expect(valueOf(lastSent(), 35)).toBe('5');
    expect(events.at(-1)).toBe('ended: the venue logged out: weekend');
    news(3);
    timers.advance(100_000);
    expect(sent).toHaveLength(1);
  });

  test('by ours says goodbye', () => {
    session.logout('the program stops');
    expect([valueOf(lastSent(), 35), valueOf(lastSent(), 58)]).toEqual(['5', 'the program stops']);
    expect(isClosed).toBe(true);
  });

  test('at the change of the day, and the next begins at 1 without saying so', () => {
    // 10:02 UTC is 05:02 in New York in winter.
    for (let seq = 2; seq <= 12; seq += 1) {
      timers.advance(10_000);
      receive('0', seq);
    }
    timers.advance(9_750);
    expect(isClosed).toBe(false);
    timers.advance(250);
    expect(events.at(-1)).toBe('ended: a new session day began');
    open({ dayStart: { time: '05:02', zone: 'America/New_York' } });
    expect([valueOf(lastSent(), 34), valueOf(lastSent(), 141), store.nextIn]).toEqual(['1', undefined, 1]);
  });

  test('a second logon ends the session; a reject is counted', () => {
    receive('3', 2, '45=2|58=required tag missing');
    expect(events).toEqual(['session-reject: required tag missing', 'heard']);
    receive('A', 3);
    expect(events.at(-1)).toBe('ended: a second Logon in a session');
  });
});
