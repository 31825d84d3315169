import { type Language, languageCodes, languages } from '@candor/contracts/languages';
import { serverTexts } from '@candor/texts/server';
import { describe, expect, it } from 'vitest';
import type { MessageKind, MessageValues, SmsKind } from './message-kinds.ts';
import { messageOf } from './message-text.ts';

const company = 'Twenty-four letters long';
const code = { code: '483920', minutes: 10, company };
const time = { timeMs: Date.UTC(2026, 2, 9, 14, 5), company };
const order = { uid: '10023456', company };
const funds = { uid: '10023456', amount: '-1000000000.00 USD', company };
const samples: MessageValues = {
  'code-register': code,
  'code-reset': code,
  'code-step-up': code,
  'already-registered': { company },
  'signed-in-new-device': { device: 'Firefox, Linux', ...time },
  'password-changed': time,
  'second-factor-added': time,
  'second-factor-removed': time,
  'account-closed': time,
  'verification-approved': { company },
  'verification-rejected': { reason: 'The picture is blurred.', company },
  'margin-call': { levelE2: 8_453n, ...order },
  'stop-out': { orderId: 7731, ...order },
  'stop-out-noticed': { levelE2: 6_000n, fromMs: Date.UTC(2026, 2, 10, 14, 5), ...order },
  'swap-noticed': { code: 'EUR/USD', change: 'From tomorrow it is −40.00 points a night.', ...order },
  'deposit-credited': funds,
  'deposit-rejected': funds,
  'withdrawal-requested': funds,
  'withdrawal-approved': funds,
  'withdrawal-paid': funds,
  'withdrawal-rejected': funds,
  'withdrawal-taken-back': funds,
  'correction-posted': funds,
  'account-disabled': { company },
  'method-bound': { method: 'USDT TRC20 TR7N••••Lj6t', usableAtMs: Date.UTC(2026, 2, 10, 15, 6), ...time },
  'method-removed': { method: 'USDT TRC20 TR7N••••Lj6t', ...time },
};
const kinds = Object.keys(samples) as MessageKind[];
const messagesIn = (language: Language) => serverTexts[language].messages;
const others = languageCodes.filter((language) => language !== 'en');
/** An SMS holds 160 GSM 03.38 letters or 70 others; each of two joined ones holds 67. */
const gsmLanguages: Language[] = ['en', 'fr', 'de', 'spa', 'pt', 'it'];
const gsmLettersMax = 160;
const twoPartsMax = 134;
const gsmBasic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** A pattern that every mail in the language contains and mails in similar languages do not. */
const mark: Readonly<Partial<Record<Language, RegExp>>> = {
  hk: /[您請]/,
  en: /\b(your?|it)\b/i,
  jp: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  kr: /\p{sc=Hangul}/u,
  th: /\p{sc=Thai}/u,
  vn: /[đạảấầậắếềệịọốộớợụứ]/i,
  fr: /\b(votre|vous)\b/i,
  de: /\b(Ihre?[mnrs]?|Sie)\b/,
  ru: /\p{sc=Cyrillic}/u,
  spa: /\b(usted|su|el|ya)\b|ñ/i,
  pt: /[ãõç]|\b(não|seu|uma|foi|à)\b/i,
  ar: /\p{sc=Arabic}/u,
  it: /\b(il|della|è|suo|sua|lei)\b/i,
  tr: /[ışğİ]/,
};
const isLatin = (language: Language) => new Intl.Locale(languages[language].tag).maximize().script === 'Latn';
const english = /\b(the|your?|please|account|with|was|this|password changed|code is)\b/i;
/** Loanwords of the language. */
const borrowed: Partial<Record<Language, RegExp>> = { it: /\baccount\b/gi };

const partsOf = (kind: MessageKind, language: Language): Record<string, string> => ({
  ...messagesIn(language)[kind],
});
const holes = (text = '') => [...new Set(text.match(/\{\w*\}/g) ?? [])].sort();
const withoutHoles = (text: string) => text.replaceAll(/\{\w+\}/g, '');

describe('R-LANG-07 messages by mail and SMS have a text in every language', () => {
  it.each(languageCodes)('%s has every kind with the same parts as English, trimmed and distinct', (language) => {
    expect(Object.keys(messagesIn(language)).sort()).toEqual([...kinds].sort());
    for (const kind of kinds) {
      const parts = partsOf(kind, language);
      expect(Object.keys(parts), kind).toEqual(Object.keys(partsOf(kind, 'en')));
      for (const text of Object.values(parts)) expect(text, kind).toMatch(/^\S[^]*\S$/);
    }
    expect(new Set(kinds.map((kind) => messagesIn(language)[kind].subject)).size).toBe(kinds.length);
    expect(new Set(kinds.map((kind) => messagesIn(language)[kind].text)).size).toBe(kinds.length);
  });

  it.each(languageCodes)('%s uses exactly the given values', (language) => {
    for (const kind of kinds) {
      const { subject = '', text = '', sms = '' } = partsOf(kind, language);
      const given = Object.keys(samples[kind]).map((hole) => `{${hole}}`);
      expect(holes(subject + text), kind).toEqual(given.sort());
      expect({ kind, subject: holes(subject), sms: holes(sms) }).toEqual({
        kind,
        subject: holes(partsOf(kind, 'en')['subject']),
        sms: holes(partsOf(kind, 'en')['sms']),
      });
    }
  });

  it.each(others)('%s is in its own language and script', (language) => {
    for (const kind of kinds) {
      const parts = partsOf(kind, language);
      expect(withoutHoles(parts['text'] ?? ''), kind).toMatch(mark[language] ?? /./);
      for (const [part, text] of Object.entries(parts)) {
        const own = withoutHoles(text).replaceAll(borrowed[language] ?? /^$/g, '');
        expect(own, `${kind} ${part}`).not.toMatch(isLatin(language) ? english : /\p{sc=Latin}/u);
        expect(text, `${kind} ${part}`).not.toBe(partsOf(kind, 'en')[part]);
      }
    }
  });

  it.each(languageCodes)('an SMS in %s fits one GSM message or two others', (language) => {
    for (const kind of kinds) {
      const sms = { sms: '', ...messageOf(kind, language, samples[kind]) }.sms;
      const strangers = gsmLanguages.includes(language)
        ? Array.from(sms).filter((letter) => !gsmBasic.has(letter))
        : [];
      expect({ kind, strangers }).toEqual({ kind, strangers: [] });
      expect(sms.length, sms).toBeLessThanOrEqual(gsmLanguages.includes(language) ? gsmLettersMax : twoPartsMax);
    }
  });

  it.each(languageCodes)('%s leaves no hole or HTML, and no line break in a subject', (language) => {
    for (const kind of kinds) {
      const message = messageOf(kind, language, samples[kind]);
      for (const text of Object.values(message)) expect(text, kind).not.toMatch(/[{}<>]|undefined/);
      expect(message.subject, kind).not.toMatch(/[\r\n]/);
      expect(message.subject.length, message.subject).toBeLessThanOrEqual(70);
    }
  });

  it('times are in UTC and levels exact, in the product’s digits and calendar', () => {
    for (const language of languageCodes) {
      expect(messageOf('password-changed', language, time).text).toMatch(/2026[^]*14:05[^]* UTC|14:05[^]*2026[^]* UTC/);
      expect(messageOf('margin-call', language, samples['margin-call']).text).toMatch(/84[.,]53/);
    }
    expect(messageOf('password-changed', 'en', time).text).toContain('Time: Mar 9, 2026, 14:05 UTC');
    expect(messageOf('margin-call', 'de', samples['margin-call']).text).toContain('84,53\u00a0%');
    expect(messageOf('margin-call', 'en', { ...samples['margin-call'], levelE2: -5n }).text).toContain('-0.05%');
  });

  it('R-FND-28 a new destination’s start of payouts is stated, or left out if immediate', () => {
    const bound = samples['method-bound'];
    expect(messageOf('method-bound', 'en', bound).text).toContain('It can be paid to from Mar 10, 2026, 15:06 UTC.');
    for (const language of languageCodes) {
      const held = messageOf('method-bound', language, bound).text.split('\n\n');
      const free = messageOf('method-bound', language, { ...bound, usableAtMs: null }).text.split('\n\n');
      expect(held[2], language).toMatch(/15:06/);
      expect(free, language).toEqual(held.filter((_, index) => index !== 2));
    }
  });

  it('only SMS kinds have an SMS text', () => {
    const bySms: Record<SmsKind, true> = {
      'code-register': true,
      'code-reset': true,
      'code-step-up': true,
      'already-registered': true,
      'signed-in-new-device': true,
      'password-changed': true,
      'second-factor-added': true,
      'second-factor-removed': true,
      'account-closed': true,
      'withdrawal-requested': true,
      'account-disabled': true,
      'method-bound': true,
      'method-removed': true,
    };
    expect(messageOf('code-register', 'en', { ...code, company: 'Candor' }).sms).toBe(
      'Candor: 483920 is your registration code, valid for 10 minutes. Never give it to anyone.',
    );
    // @ts-expect-error A margin call has no SMS text.
    expect(messageOf('margin-call', 'en', samples['margin-call']).sms).toBeUndefined();
    expect(kinds.filter((kind) => 'sms' in messageOf(kind, 'en', samples[kind]))).toEqual(Object.keys(bySms));
  });
});

describe('R-LANG-08 a value in a message is plain text', () => {
  const planted = 'x\r\nBcc: all@example.com\u2028\u2029\u0085\0\u202e{company}$&';

  it('cannot add a heading, line or direction mark, nor be filled itself', () => {
    const { subject, text } = messageOf('margin-call', 'en', { uid: planted, levelE2: 1n, company: 'Candor' });
    expect(subject).toBe('Margin call for account x Bcc: all@example.com {company}$&');
    expect(text).toContain('your account x Bcc: all@example.com {company}$& at Candor has');
    expect(text.split('\n')).toHaveLength(3);
  });

  it('is cut between letters beyond the limit', () => {
    const reason = '🙂'.repeat(100_000);
    const { text } = messageOf('verification-rejected', 'en', { reason, company: 'Candor' });
    expect(text).toContain(`Reason: ${'🙂'.repeat(300)}\n`);
  });
});
