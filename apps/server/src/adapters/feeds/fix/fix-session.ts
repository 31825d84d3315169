import type { Surroundings } from '../live/surroundings.ts';
import { encodeMessage, type FixField, type FixMessage } from './fix-message.ts';
import { type DayStart, formatStamp, isNewDay, readStamp } from './fix-time.ts';
import type { SequenceStore } from './sequence-store.ts';
import { tag, type } from './tags.ts';

/** Counterparty of a session, and the form of its logon. */
export interface SessionPlan {
  readonly beginString: string;
  readonly senderCompId: string;
  readonly targetCompId: string;
  readonly senderSubId: string | null;
  readonly targetSubId: string | null;
  readonly username: string | null;
  readonly password: string | null;
  readonly heartBtSec: number;
  /** Silence after which the venue is asked for a sign of life. */
  readonly testAfterMs: number;
  /** Both numbers begin at 1 with each logon. */
  readonly resetOnLogon: boolean;
  /** Both numbers begin at 1 each day; null if they go on. */
  readonly dayStart: DayStart | null;
  /** Further fields of the logon. */
  readonly logonFields: readonly FixField[];
}

export interface SessionLink {
  send(bytes: Buffer): void;
  /** Ends the connection after what was sent. */
  close(): void;
}

/** Time and kind of an application message. */
export interface Sending {
  /** Time at which the venue first sent it. */
  readonly sentMs: number;
}

/** Receives what happens in a session. */
export interface SessionTaker {
  loggedOn(): void;
  /** An application message, in order and once. */
  message(message: FixMessage, sending: Sending): void;
  /** Any message in order came: the venue is there. */
  heard(): void;
  /** Messages are missing, and were asked for: what is known may be of the past. */
  gap(): void;
  /** The gap is closed. `isWhole`: every application message came; else the venue skipped some. */
  filled(isWhole: boolean): void;
  /** The venue did not get what was sent: a request may be among it. */
  unheard(): void;
  fault(fault: SessionFault, detail?: string): void;
  /** The session is over, and its link closed. */
  ended(reason: string): void;
}

export type SessionFault = 'malformed' | 'missing-messages' | 'session-reject' | 'wrong-reset';

type SessionAround = Surroundings & { nowMs(): number };

const logonMaxMs = 10_000;
const checkEveryMs = 250;
/** A gap in which nothing more arrives for this long will not be filled. */
const gapMaxMs = 10_000;
/** A venue that has not answered a test request for this long is gone. */
const answerMaxMs = 6_000;

/**
 * One connection's FIX session as initiator: logon, numbers, heartbeats, test requests, resends, gap fills, resets, logout
 * and the change of the session day (R-MKT-34, R-MKT-35). Messages reach the taker in the order of their numbers, each once: one
 * that comes early is dropped, since the venue sends it again with the missing ones.
 */
export class FixSession {
  readonly #plan: SessionPlan;
  readonly #store: SequenceStore;
  readonly #link: SessionLink;
  readonly #taker: SessionTaker;
  readonly #around: SessionAround;
  readonly #cancels = new Set<() => void>();
  #state: 'new' | 'logon-sent' | 'active' | 'ended' = 'new';
  #isResetting = false;
  #sentMs = 0;
  #heardMs = 0;
  #testedMs: number | null = null;
  #tests = 0;
  /** Highest number seen while messages are missing; null without a gap. */
  #gapTo: number | null = null;
  #gapMs = 0;
  #isGapWhole = true;

  constructor(plan: SessionPlan, store: SequenceStore, link: SessionLink, taker: SessionTaker, around: SessionAround) {
    this.#plan = plan;
    this.#store = store;
    this.#link = link;
    this.#taker = taker;
    this.#around = around;
  }

  get isActive(): boolean {
    return this.#state === 'active';
  }

  /** Sends the logon; the link is connected. */
  start(): void {
    const { dayStart, resetOnLogon, heartBtSec, username, password, logonFields } = this.#plan;
    const nowMs = this.#around.nowMs();
    const { begunMs, isUnknown } = this.#store;
    const isOld = dayStart !== null && isNewDay(begunMs, nowMs, dayStart);
    // A day that begins at 1 for both sides is agreed; anything else must be said.
    this.#isResetting = resetOnLogon || isUnknown;
    if (this.#isResetting || isOld) this.#store.reset(nowMs);
    this.#state = 'logon-sent';
    this.#heardMs = this.#around.monotonicMs();
    this.#send(type.logon, [
      [tag.encryptMethod, '0'],
      [tag.heartBtInt, String(heartBtSec)],
      ...(this.#isResetting ? [[tag.resetSeqNumFlag, 'Y'] as const] : []),
      ...(username === null ? [] : [[tag.username, username] as const]),
      ...(password === null ? [] : [[tag.password, password] as const]),
      ...logonFields,
    ]);
    this.#after(logonMaxMs, () => {
      if (this.#state === 'logon-sent') this.#end('the venue did not answer the logon');
    });
    this.#watch();
  }

  /** Sends an application message. Returns its number; null if the session is not active. */
  send(msgType: string, fields: readonly FixField[]): number | null {
    return this.#state === 'active' ? this.#send(msgType, fields) : null;
  }

  /** Says goodbye, if there is anybody, and ends. */
  logout(text: string): void {
    if (this.#state === 'active') this.#send(type.logout, [[tag.text, text]]);
    this.#end(text);
  }

  /** The link ended by itself. */
  linkEnded(reason: string): void {
    this.#end(reason);
  }

  receive(message: FixMessage): void {
    if (this.#state === 'ended' || this.#state === 'new') return;
    const stranger = this.#findStranger(message);
    if (stranger !== null) return this.logout(stranger);
    const seq = message.number(tag.msgSeqNum);
    if (seq === null || seq === 0) return this.logout('a message without MsgSeqNum (34)');
    this.#heardMs = this.#around.monotonicMs();
    this.#testedMs = null;
    if (this.#state === 'logon-sent') return this.#answered(message, seq);
    if (message.type === type.sequenceReset && message.get(tag.gapFillFlag) !== 'Y') return this.#reset(message);
    const expected = this.#store.nextIn;
    if (seq > expected) return this.#early(message, seq);
    if (seq < expected) {
      if (message.get(tag.possDupFlag) === 'Y') return;
      return this.#tooLow(expected, seq);
    }
    this.#inOrder(message, seq);
  }

  #findStranger(message: FixMessage): string | null {
    const { senderCompId, targetCompId } = this.#plan;
    if (message.get(tag.senderCompId) !== targetCompId) return 'SenderCompID (49) is not that of the venue';
    return message.get(tag.targetCompId) === senderCompId ? null : 'TargetCompID (56) is not ours';
  }

  /** The first answer of the venue: a logon, or the reason why not. */
  #answered(message: FixMessage, seq: number): void {
    const text = message.get(tag.text);
    if (message.type !== type.logon) {
      // A refusal has the venue's next number, which the next logon must not find missing.
      if (seq === this.#store.nextIn && message.type !== type.sequenceReset) this.#store.setIn(seq + 1);
      if (message.type === type.logout || message.type === type.reject)
        return this.#end(`the venue refused the logon${text === undefined ? '' : `: ${text}`}`);
      return this.#end('the first message of the venue is not a Logon');
    }
    const hasReset = message.get(tag.resetSeqNumFlag) === 'Y';
    if (hasReset && !this.#isResetting) {
      // Its numbers began at 1 while ours went on: only a common beginning makes them agree.
      this.#store.forget();
      return this.logout('the venue began its numbers at 1; the next logon does so too');
    }
    const expected = this.#store.nextIn;
    if (seq < expected) return this.#tooLow(expected, seq);
    this.#state = 'active';
    // The missing ones are asked for first, so that they come before the answers to what is asked now.
    if (seq > expected) this.#openGap(seq);
    else this.#store.setIn(seq + 1);
    this.#taker.loggedOn();
  }

  /** The venue's numbers went back: for prices a common beginning is harmless, and nothing else helps. */
  #tooLow(expected: number, seq: number): void {
    this.#store.forget();
    this.logout(`MsgSeqNum too low, expecting ${expected} but received ${seq}`);
  }

  /** A number beyond the next: the ones between are asked for. */
  #early(message: FixMessage, seq: number): void {
    // Answered at once, or both sides would wait for each other.
    if (message.type === type.resendRequest) this.#resend(message);
    if (message.type === type.logout) return this.#loggedOut(message);
    if (this.#gapTo === null) return this.#openGap(seq);
    this.#gapTo = Math.max(this.#gapTo, seq);
  }

  #openGap(seq: number): void {
    this.#gapTo = seq;
    this.#gapMs = this.#around.monotonicMs();
    this.#isGapWhole = true;
    this.#taker.fault('missing-messages');
    this.#taker.gap();
    this.#send(type.resendRequest, [
      [tag.beginSeqNo, String(this.#store.nextIn)],
      [tag.endSeqNo, '0'],
    ]);
  }

  #inOrder(message: FixMessage, seq: number): void {
    const isGapFill = message.type === type.sequenceReset;
    const next = isGapFill ? (message.number(tag.newSeqNo) ?? 0) : seq + 1;
    if (next <= seq) {
      this.#store.setIn(seq + 1);
      return this.#reject(seq, tag.newSeqNo, 'NewSeqNo (36) is not above MsgSeqNum (34)');
    }
    this.#store.setIn(next);
    if (isGapFill) this.#skipped();
    else if (message.isMalformed) {
      this.#taker.fault('malformed');
      this.#reject(seq, null, 'a field cannot be read');
      // Its content is unknown.
      this.#isGapWhole = false;
      if (this.#gapTo === null) this.#taker.filled(false);
    } else this.#read(message);
    if (this.#isOver()) return;
    this.#closeGap(next);
    // While messages are missing, an old one proves nothing of now.
    if (this.#gapTo === null) this.#taker.heard();
  }

  #closeGap(next: number): void {
    if (this.#gapTo === null) return;
    this.#gapMs = this.#around.monotonicMs();
    if (next <= this.#gapTo) return;
    this.#gapTo = null;
    this.#taker.filled(this.#isGapWhole);
  }

  #skipped(): void {
    if (this.#gapTo === null) this.#taker.filled(false);
    else this.#isGapWhole = false;
  }

  /** SequenceReset in its reset mode: its own number does not matter. */
  #reset(message: FixMessage): void {
    const next = message.number(tag.newSeqNo);
    if (next === null || next < this.#store.nextIn) {
      this.#taker.fault('wrong-reset');
      return this.#reject(message.number(tag.msgSeqNum) ?? 0, tag.newSeqNo, 'NewSeqNo (36) is below the next number');
    }
    this.#store.setIn(next);
    this.#gapTo = null;
    this.#taker.filled(false);
  }

  #read(message: FixMessage): void {
    switch (message.type) {
      case type.heartbeat:
        return;
      case type.testRequest:
        this.#send(type.heartbeat, [[tag.testReqId, message.get(tag.testReqId) ?? '']]);
        return;
      case type.resendRequest:
        return this.#resend(message);
      case type.reject:
        return this.#taker.fault('session-reject', message.get(tag.text));
      case type.logout:
        return this.#loggedOut(message);
      case type.logon:
        return this.logout('a second Logon in a session');
      default: {
        const isAgain = message.get(tag.possDupFlag) === 'Y';
        const stamp = (isAgain ? message.get(tag.origSendingTime) : undefined) ?? message.get(tag.sendingTime);
        const sentMs = readStamp(stamp);
        if (sentMs === null) return this.#taker.fault('malformed');
        this.#taker.message(message, { sentMs });
      }
    }
  }

  /** Nothing of ours is worth sending again: requests are made again, so the venue is asked to skip them. */
  #resend(message: FixMessage): void {
    const from = message.number(tag.beginSeqNo);
    const next = this.#store.nextOut;
    if (from === null || from === 0 || from >= next) return;
    this.#write(type.sequenceReset, from, [
      [tag.possDupFlag, 'Y'],
      [tag.origSendingTime, formatStamp(this.#around.nowMs())],
      [tag.gapFillFlag, 'Y'],
      [tag.newSeqNo, String(next)],
    ]);
    this.#taker.unheard();
  }

  #reject(seq: number, refTag: number | null, text: string): void {
    this.#send(type.reject, [
      [tag.refSeqNum, String(seq)],
      ...(refTag === null ? [] : [[371, String(refTag)] as const]),
      [tag.sessionRejectReason, refTag === null ? '0' : '5'],
      [tag.text, text],
    ]);
  }

  #loggedOut(message: FixMessage): void {
    this.#send(type.logout, []);
    const text = message.get(tag.text);
    this.#end(`the venue logged out${text === undefined ? '' : `: ${text}`}`);
  }

  #send(msgType: string, fields: readonly FixField[]): number {
    const seq = this.#store.nextOut;
    // Stored before it leaves: a number is never used twice.
    this.#store.setOut(seq + 1);
    this.#write(msgType, seq, fields);
    return seq;
  }

  #write(msgType: string, seq: number, fields: readonly FixField[]): void {
    const { beginString, senderCompId, targetCompId, senderSubId, targetSubId } = this.#plan;
    this.#sentMs = this.#around.monotonicMs();
    this.#link.send(
      encodeMessage(beginString, [
        [tag.msgType, msgType],
        [tag.senderCompId, senderCompId],
        ...(senderSubId === null ? [] : [[tag.senderSubId, senderSubId] as const]),
        [tag.targetCompId, targetCompId],
        ...(targetSubId === null ? [] : [[tag.targetSubId, targetSubId] as const]),
        [tag.msgSeqNum, String(seq)],
        [tag.sendingTime, formatStamp(this.#around.nowMs())],
        ...fields,
      ]),
    );
  }

  /** Heartbeats, test requests, gaps that stay open, and the change of the day. */
  #watch(): void {
    this.#after(checkEveryMs, () => {
      if (this.#state === 'active') this.#check();
      if (!this.#isOver()) this.#watch();
    });
  }

  #check(): void {
    const { heartBtSec, testAfterMs, dayStart } = this.#plan;
    const nowMs = this.#around.monotonicMs();
    if (dayStart !== null && isNewDay(this.#store.begunMs, this.#around.nowMs(), dayStart))
      return this.logout('a new session day began');
    if (this.#testedMs !== null && nowMs - this.#testedMs >= answerMaxMs)
      return this.#end('nothing came, not even the answer to a test request');
    if (this.#gapTo !== null && nowMs - this.#gapMs >= gapMaxMs)
      return this.logout('missing messages were not sent again');
    if (this.#testedMs === null && nowMs - this.#heardMs >= testAfterMs) {
      this.#testedMs = nowMs;
      this.#tests += 1;
      this.#send(type.testRequest, [[tag.testReqId, `test-${this.#tests}`]]);
    }
    if (nowMs - this.#sentMs >= heartBtSec * 1_000) this.#send(type.heartbeat, []);
  }

  #isOver(): boolean {
    return this.#state === 'ended';
  }

  #end(reason: string): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
    this.#link.close();
    this.#taker.ended(reason);
  }

  #after(ms: number, work: () => void): void {
    const unschedule = this.#around.schedule(() => {
      this.#cancels.delete(unschedule);
      work();
    }, ms);
    this.#cancels.add(unschedule);
  }
}
