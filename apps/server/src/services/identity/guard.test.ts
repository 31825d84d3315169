import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSecrets } from '../../adapters/keys/secrets-file.ts';
import { memoryRateCounts } from '../../adapters/rates/memory-rate-counts.ts';
import type { WorkAsked } from '../../ports/guards.ts';
import { Captchas, captchaLifeMs, type GivenCaptcha } from './captchas.ts';
import { TrustedDevices } from './devices.ts';
import { type CallerFacts, Guard } from './guard.ts';
import { mostWork, SignedWorkProofs, workLifeMs } from './work-proofs.ts';

let nowMs: number;
let painted: string[];
let load: number;
/** If true, proofs of work are verified; else `done` is accepted as one. */
let isWorkChecked: boolean;
let captchas: Captchas;
let devices: TrustedDevices;
let work: SignedWorkProofs;
let guard: Guard;

beforeEach(() => {
  nowMs = 1_000_000;
  painted = [];
  load = 0;
  isWorkChecked = false;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  let made = 0;
  const ids = {
    token: () => `token-${(made += 1)}`,
    uuid: () => '',
    digits: () => '',
    letters: (alphabet: string, length: number) => alphabet.charAt(made % alphabet.length).repeat(length),
  };
  const painter = { alphabet: 'ABCDE', paint: async (text: string) => `picture ${painted.push(text)}` };
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const open = memoryRateCounts(clock);
  captchas = new Captchas({
    painter,
    clock,
    ids,
    secrets,
    used: memoryRateCounts(clock, 50)('captcha', captchaLifeMs),
  });
  devices = new TrustedDevices({ secrets, clock, ids });
  work = new SignedWorkProofs({ secrets, clock, ids, used: open('work', workLifeMs) });
  const toldWork = {
    ask: work.ask.bind(work),
    isDone: async (purpose: string, difficulty: number, given: string | null) =>
      isWorkChecked ? work.isDone(purpose, difficulty, given) : given === 'done',
  };
  guard = new Guard({ open, captchas, work: toldWork, devices, load: () => load });
});

async function solved() {
  const { id } = await captchas.make('10.0.0.1');
  return { id, text: (painted.at(-1) ?? '').toLowerCase() };
}

const from = (address: string, more: Partial<CallerFacts> = {}): CallerFacts => ({
  address,
  company: { id: 1 } as CallerFacts['company'],
  work: null,
  device: null,
  ...more,
});
const reason = (name: string) => expect.objectContaining({ reason: name });

/** Returns the work that a refusal asks for; null if the call passed and counts as a failure. */
async function askedBy(call: () => Promise<unknown>): Promise<WorkAsked | null> {
  try {
    await call();
    return null;
  } catch (error) {
    expect(error).toEqual(reason('workRequired'));
    return (error as { data: WorkAsked }).data;
  }
}

/** Up to 32 bits. */
function answer({ challenge, difficulty }: WorkAsked): string {
  for (let counter = 0; ; counter += 1) {
    const text = `${challenge}:${counter}`;
    if (Math.clz32(createHash('sha256').update(text).digest().readUInt32BE()) >= difficulty) return text;
  }
}

const tryPassword = (account: string, caller: CallerFacts, captcha = null as GivenCaptcha | null) =>
  guard.beginPassword(account, caller, captcha);

const ownSession = { sessionId: 's1', end: async () => undefined };
const guess = (caller: CallerFacts) => guard.beginGuess('rosa', caller);

describe('R-SES-23 guessing passwords', () => {
  test('work grows per account and address up to a bound; the owner elsewhere is unaffected', async () => {
    for (let failure = 0; failure < 3; failure += 1) await tryPassword('rosa', from('10.0.0.1'));
    const asked = await askedBy(() => tryPassword('rosa', from('10.0.0.1')));
    const first = asked?.difficulty ?? 0;
    for (let failure = 0; failure < 4; failure += 1) {
      await tryPassword('rosa', from('10.0.0.1', { work: 'done' }));
    }
    const later = await askedBy(() => tryPassword('rosa', from('10.0.0.1')));
    expect(later?.difficulty).toBeGreaterThan(first);
    expect(later?.difficulty).toBeLessThanOrEqual(mostWork);
    await (await tryPassword('rosa', from('10.0.0.2'))).passed();
  });

  test('after ten failures for an account everyone needs a captcha and nobody is locked out', async () => {
    for (let at = 0; at < 10; at += 1) await tryPassword('rosa', from(`10.0.0.${at}`));
    await expect(tryPassword('rosa', from('10.0.9.9'))).rejects.toEqual(reason('captchaRequired'));
    const wrong = { id: 'token-0', text: 'AAAAA' };
    await expect(tryPassword('rosa', from('10.0.9.9'), wrong)).rejects.toEqual(reason('captchaWrong'));
    await (await tryPassword('rosa', from('10.0.9.9'), await solved())).passed();
    await tryPassword('rosa', from('10.0.9.9'));
  });

  test('R-SES-35 after 300 failures for an account only its own device or a reset gets in', async () => {
    const device = devices.issue('rosa');
    for (let at = 0; at < 300; at += 1) await tryPassword('rosa', from(`10.1.${at}`), await solved());
    const stopped = { reason: 'accountGuarded', data: { ways: ['known-device', 'reset'] } };
    await expect(tryPassword('rosa', from('10.2.0.1'), await solved())).rejects.toMatchObject(stopped);
    await (await tryPassword('rosa', from('10.1.7', { device }))).passed();
    await expect(tryPassword('rosa', from('10.2.0.1', { device: `${device}x` }), await solved())).rejects.toMatchObject(
      stopped,
    );
    const another = devices.issue('lily');
    await expect(tryPassword('rosa', from('10.2.0.1', { device: another }), await solved())).rejects.toMatchObject(
      stopped,
    );
    await guard.forgive('rosa');
    await tryPassword('rosa', from('10.2.0.1'));
  });

  test('R-SES-35 a guessing device needs work, then counts as a stranger; its token expires after 90 days', async () => {
    const device = devices.issue('rosa');
    for (let at = 0; at < 3; at += 1) await tryPassword('rosa', from('10.0.0.1', { device }));
    expect(await askedBy(() => tryPassword('rosa', from('10.0.0.1', { device })))).not.toBeNull();
    for (let at = 3; at < 20; at += 1) await tryPassword('rosa', from(`10.1.0.${at}`, { device, work: 'done' }));
    // From here its failures count against the account, as a stranger's do.
    for (let at = 0; at < 10; at += 1) await tryPassword('rosa', from(`10.2.0.${at}`, { device }));
    await expect(tryPassword('rosa', from('10.3.0.1', { device }))).rejects.toEqual(reason('captchaRequired'));
    nowMs += 90 * 24 * 3_600_000;
    expect(devices.idOf('rosa', device)).toBeNull();
  });

  test('an address failing at many accounts is asked for work only, however often', async () => {
    for (let at = 0; at < 20; at += 1) await tryPassword(`user ${at}`, from('10.0.0.1'));
    for (let at = 20; at < 101; at += 1) {
      const asked = await askedBy(() => tryPassword(`user ${at}`, from('10.0.0.1')));
      expect(asked?.difficulty).toBeLessThanOrEqual(mostWork - 3);
      await tryPassword(`user ${at}`, from('10.0.0.1', { work: 'done' }));
    }
    expect(await askedBy(() => tryPassword('another', from('10.0.0.1')))).not.toBeNull();
    await (await tryPassword('another', from('10.0.0.1', { work: 'done' }))).passed();
    await tryPassword('another', from('10.0.0.2'));
    nowMs += 3_600_000;
    await tryPassword('another', from('10.0.0.1'));
  });

  test('a successful login does not reset the address’s other failures', async () => {
    for (let at = 0; at < 20; at += 1) {
      await tryPassword(`user ${at}`, from('10.0.0.1'));
      if (at < 19) await (await tryPassword('mine', from('10.0.0.1'))).passed();
    }
    expect(await askedBy(() => tryPassword('another', from('10.0.0.1')))).not.toBeNull();
  });

  test('a long password queue asks everyone for work', async () => {
    load = 0.75;
    expect(await askedBy(() => tryPassword('rosa', from('10.0.0.1')))).not.toBeNull();
    await tryPassword('rosa', from('10.0.0.1', { work: 'done' }));
    for (const call of [
      () => guard.beginOwnPassword('rosa', from('10.0.0.1'), ownSession),
      () => guess(from('10.0.0.1')),
    ])
      expect(await askedBy(call)).not.toBeNull();
    load = 0.4;
    await tryPassword('lily', from('10.0.0.1'));
    await guess(from('10.0.0.1'));
  });
});

test('R-SES-23 a session that guesses its user’s password is ended, whatever addresses it uses', async () => {
  let ended = 0;
  const session = { sessionId: 's1', end: async () => (ended += 1) };
  const guess = (at: number) => guard.beginOwnPassword('rosa', from(`10.7.0.${at}`), session);
  for (let at = 0; at < 5; at += 1) await guess(at);
  await (await guess(5)).passed();
  for (let at = 6; at < 16; at += 1) await guess(at);
  expect(ended).toBe(0);
  await expect(guess(16)).rejects.toEqual(reason('tooManyRequests'));
  expect(ended).toBe(1);
  await guard.beginOwnPassword('rosa', from('10.7.0.17'), { ...session, sessionId: 's2' });
});

describe('R-SES-32 proofs of work', () => {
  const purpose = 'password rosa';

  test('are valid once, for their purpose, for two minutes', async () => {
    const asked = work.ask(purpose, 4);
    const done = answer(asked);
    expect(await work.isDone('password lily', 4, done)).toBe(false);
    expect(await work.isDone(purpose, 4, done)).toBe(true);
    expect(await work.isDone(purpose, 4, done)).toBe(false);
    const late = answer(work.ask(purpose, 4));
    nowMs += workLifeMs;
    expect(await work.isDone(purpose, 4, late)).toBe(false);
  });

  test('are refused if too easy, forged or not a proof', async () => {
    const asked = work.ask(purpose, 10);
    const [ends = '', , ...rest] = asked.challenge.split('.');
    const eased = { ...asked, challenge: [ends, '1', ...rest].join('.'), difficulty: 1 };
    expect(await work.isDone(purpose, 10, answer(eased))).toBe(false);
    expect(await work.isDone(purpose, 10, answer(work.ask(purpose, 5)))).toBe(false);
    for (const given of [null, '', ':', '....:1', 'x'.repeat(10_000), asked.challenge])
      expect(await work.isDone(purpose, 10, given)).toBe(false);
    expect(await work.isDone(purpose, 12, answer(asked))).toBe(true);
  });
});

describe('R-SES-32 work is bound to company, network, call and account', () => {
  const none = { ofRequester: 0, ofStrangers: 0, pauseMs: 0, oldestLeftMs: 0 };
  const calls: Record<string, (account: string, caller: CallerFacts) => Promise<unknown>> = {
    'a password': (account, caller) => guard.beginPassword(account, caller, null),
    'a password on a device': (account, caller) =>
      guard.beginPassword(account, { ...caller, device: devices.issue(account) }, null),
    'the own password': (account, caller) => guard.beginOwnPassword(account, caller, ownSession),
    'a code': (account, caller) => guard.beginGuess(account, caller),
    'a code to send': (account, caller) => guard.beginSend(account, caller, null, { ...none, ofRequester: 5 }),
  };

  test.each(Object.keys(calls))('%s', async (name) => {
    load = 0.5;
    isWorkChecked = true;
    const call = calls[name] ?? (() => Promise.resolve());
    const asked = await askedBy(() => call('rosa', from('10.0.0.1')));
    const done = asked === null ? '' : answer(asked);
    const elsewhere = { id: 2 } as CallerFacts['company'];
    expect(await askedBy(() => call('rosa', from('10.0.0.2', { work: done })))).not.toBeNull();
    expect(await askedBy(() => call('lily', from('10.0.0.1', { work: done })))).not.toBeNull();
    expect(await askedBy(() => call('rosa', from('10.0.0.1', { work: done, company: elsewhere })))).not.toBeNull();
    for (const other of Object.keys(calls).filter((one) => !one.startsWith('a password') && one !== name))
      expect(await askedBy(async () => calls[other]?.('rosa', from('10.0.0.1', { work: done })))).not.toBeNull();
    expect(await askedBy(() => call('rosa', from('10.0.0.1', { work: done })))).toBeNull();
  });
});

describe('R-SES-36 sending codes', () => {
  const none = { ofRequester: 0, ofStrangers: 0, pauseMs: 0, oldestLeftMs: 0 };
  const send = (caller: CallerFacts, captcha = null as GivenCaptcha | null, recent: Partial<typeof none> = {}) =>
    guard.beginSend('rosa', caller, captcha, { ...none, ...recent });

  test('R-SES-23 an address needs a captcha after three sends and work after ten, and is never refused', async () => {
    for (let at = 0; at < 3; at += 1) await send(from('10.0.0.1'));
    await expect(send(from('10.0.0.1'))).rejects.toEqual(reason('captchaRequired'));
    for (let at = 3; at < 10; at += 1) await send(from('10.0.0.1'), await solved());
    for (let at = 10; at < 40; at += 1) {
      expect(await askedBy(async () => send(from('10.0.0.1'), await solved()))).not.toBeNull();
      await send(from('10.0.0.1', { work: 'done' }), await solved());
    }
    await send(from('10.0.0.2'));
    await send(from('10.0.0.1', { device: devices.issue('rosa') }));
  });

  test('a requester works after five sends, strangers of an account after fifteen; at sixty they are refused', async () => {
    expect(await askedBy(() => send(from('10.0.0.1'), null, { ofRequester: 5 }))).not.toBeNull();
    await expect(send(from('10.0.0.2'), null, { ofStrangers: 15 })).rejects.toEqual(reason('captchaRequired'));
    expect(await askedBy(async () => send(from('10.0.0.2'), await solved(), { ofStrangers: 15 }))).not.toBeNull();
    await send(from('10.0.0.2', { work: 'done' }), await solved(), { ofStrangers: 59 });
    const most = { ofStrangers: 60, oldestLeftMs: 1_000 };
    const stopped = { reason: 'codesGuarded', data: { ways: ['known-device'], waitMs: 1_000 } };
    await expect(send(from('10.0.0.3', { work: 'done' }), await solved(), most)).rejects.toMatchObject(stopped);
    await send(from('10.0.0.3', { device: devices.issue('rosa') }), null, most);
  });

  test('work replaces the pause if another caller behind the address may have asked', async () => {
    const refused = { reason: 'codeTooSoon', data: { waitMs: 30_000, work: { algorithm: 'sha256' } } };
    await expect(send(from('10.0.0.1'), null, { pauseMs: 30_000 })).rejects.toMatchObject(refused);
    const paid = await send(from('10.0.0.1', { work: 'done' }), null, { pauseMs: 30_000 });
    expect(paid).toEqual({ isPausePaid: true });
    const device = devices.issue('rosa');
    const own = await send(from('10.0.0.1', { work: 'done', device }), null, { pauseMs: 30_000 });
    expect(own).toEqual({ isPausePaid: false });
  });

  test('a company with many sends asks all strangers for work and stops at a bound', async () => {
    let last = 'sent';
    const caller = (at: number) => from(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
    for (let at = 0; at < 25_000; at += 1) await send(caller(at));
    expect(await askedBy(() => send(caller(25_000)))).not.toBeNull();
    for (let at = 25_000; at < 50_000; at += 1) await send({ ...caller(at), work: 'done' });
    await send({ ...caller(50_001), work: 'done' }).catch((error: { reason: string }) => {
      last = error.reason;
    });
    expect(last).toBe('tooManyRequests');
    await send({ ...caller(50_002), device: devices.issue('rosa') });
  });
});

test('R-SES-23 a user’s second factor can be tried twenty times an hour', async () => {
  for (let at = 0; at < 20; at += 1) await guard.beginFactor('7');
  await expect(guard.beginFactor('7')).rejects.toEqual(reason('tooManyRequests'));
  await (await guard.beginFactor('8')).passed();
});

describe('R-SES-18 captchas', () => {
  const wrong = reason('captchaWrong');

  test('one try each, right or wrong, in either case', async () => {
    const right = await solved();
    await captchas.use(right);
    await expect(captchas.use(right)).rejects.toEqual(wrong);
    const other = await solved();
    await expect(captchas.use({ ...other, text: 'nope' })).rejects.toEqual(wrong);
    await expect(captchas.use(other)).rejects.toEqual(wrong);
    const first = await solved();
    const second = await solved();
    await expect(captchas.use({ ...first, text: second.text === first.text ? 'x' : second.text })).rejects.toEqual(
      wrong,
    );
    for (const id of ['', '.', '...', 'x'.repeat(10_000), second.id.slice(0, -1), `z${second.id}`])
      await expect(captchas.use({ ...second, id })).rejects.toEqual(wrong);
    expect(second.id.length).toBeLessThanOrEqual(64);
  });

  test('valid five minutes, however many others are issued or forged', async () => {
    const late = await solved();
    nowMs += 5 * 60_000;
    await expect(captchas.use(late)).rejects.toEqual(wrong);
    const mine = await solved();
    const used = await solved();
    await captchas.use(used);
    for (let at = 0; at < 200; at += 1) {
      await captchas.make('10.0.0.2');
      const [ends = ''] = mine.id.split('.');
      await captchas.use({ id: `${ends}.made-up-${at}.tag.signature`, text: 'A' }).catch(() => undefined);
    }
    await expect(captchas.use(used)).rejects.toEqual(wrong);
    await captchas.use(mine);
  });
});

describe('R-SES-39 parallel attempts', () => {
  const kindsOf = async (attempts: readonly Promise<unknown>[]) => {
    const settled = await Promise.allSettled(attempts);
    return settled.map((one) => (one.status === 'fulfilled' ? 'begun' : (one.reason as { reason: string }).reason));
  };

  test('get no more free passwords than sequential ones, from one network and from many', async () => {
    const kinds = await kindsOf(Array.from({ length: 30 }, () => guard.beginPassword('rosa', from('10.0.0.1'), null)));
    expect(kinds.filter((kind) => kind === 'begun')).toHaveLength(3);
    expect(new Set(kinds)).toEqual(new Set(['begun', 'workRequired']));
    const many = Array.from({ length: 30 }, (_, at) => guard.beginPassword('ada', from(`10.0.1.${at}`), null));
    expect((await kindsOf(many)).filter((kind) => kind === 'begun')).toHaveLength(10);
    // The refused ones count for nothing.
    expect(await kindsOf([guard.beginPassword('eve', from('10.0.1.20'), null)])).toEqual(['begun']);
  });

  test('get no more free codes than sequential ones', async () => {
    const recent = { ofRequester: 0, ofStrangers: 0, pauseMs: 0, oldestLeftMs: 0 };
    const sends = Array.from({ length: 20 }, (_, at) => guard.beginSend(`${at}@x`, from('10.0.2.1'), null, recent));
    const kinds = await kindsOf(sends);
    expect(kinds.filter((kind) => kind === 'begun')).toHaveLength(3);
    expect(new Set(kinds)).toEqual(new Set(['begun', 'captchaRequired']));
  });

  test('R-SES-23 of a known device get no more free passwords than sequential ones', async () => {
    const device = devices.issue('rosa');
    const own = Array.from({ length: 20 }, () => guard.beginPassword('rosa', from('10.0.3.1', { device }), null));
    expect((await kindsOf(own)).filter((kind) => kind === 'begun')).toHaveLength(3);
  });
});

test('R-SES-39 captchas and proofs of a gateway whose clock is up to ten seconds ahead are accepted', async () => {
  isWorkChecked = true;
  const captcha = await solved();
  const asked = work.ask('1/10.0.0.1/call', 13);
  const proof = answer(asked);
  nowMs -= 10_000;
  await captchas.use(captcha);
  expect(await work.isDone('1/10.0.0.1/call', 13, proof)).toBe(true);
  const late = await solved();
  const lateProof = answer(work.ask('1/10.0.0.1/call', 13));
  nowMs -= 10_001;
  await expect(captchas.use(late)).rejects.toEqual(reason('captchaWrong'));
  expect(await work.isDone('1/10.0.0.1/call', 13, lateProof)).toBe(false);
});
