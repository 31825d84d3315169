import type { Area } from '@candor/contracts/http/company';
import type { Captcha } from '@candor/contracts/http/identity';
import type { DeviceSession, SecondFactorAsked, SecondFactors } from '@candor/contracts/http/second-factor';
import { sampleBasicInfo } from './sample-account.ts';
import { boardNow } from './sample-market.ts';

/** Areas of mobile numbers; the second is the default, as on the board. */
const areas: Area[] = [
  { id: 1, code: 'GB', global_code: '44' },
  { id: 2, code: 'FR', global_code: '33' },
  { id: 3, code: 'DE', global_code: '49' },
  { id: 4, code: 'HK', global_code: '852' },
  { id: 5, code: 'AE', global_code: '971' },
  { id: 6, code: 'SA', global_code: '966' },
  { id: 7, code: 'JP', global_code: '81' },
  { id: 8, code: 'VN', global_code: '84' },
  { id: 9, code: 'TR', global_code: '90' },
];

const captcha: Captcha = {
  id: 'sample-captcha',
  b64s: `data:image/svg+xml;base64,${Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="132" height="52" viewBox="0 0 132 52"><rect width="132" height="52" fill="#EEF1F6"/><path d="M4 38C30 8 60 50 128 14" stroke="#B9C2D3" stroke-width="2" fill="none"/><path d="M2 16C40 40 90 4 130 36" stroke="#D1D8E5" stroke-width="2" fill="none"/><g fill="none" stroke="#3B4A6B" stroke-width="4"><path d="M18 18v20M32 18 20 28l13 10M44 20h14l-8 18M70 38V26q6-5 8 0v12-12q6-5 8 0v12M110 38V18l-10 14h14"/></g></svg>',
  ).toString('base64')}`,
};

const secondFactors: SecondFactors = {
  totp: 1,
  passkeys: [{ id: 'one', name: 'Phone', created_at: boardNow - 40 * 86_400_000, last_used_at: boardNow - 86_400_000 }],
  recovery_left: 8,
};

const devices: DeviceSession[] = [
  { id: 'a', device: 'Chrome, Android', created_at: boardNow - 86_400_000, last_seen_at: boardNow, current: 1 },
  { id: 'b', device: 'Safari, Mac', created_at: boardNow - 9e8, last_seen_at: boardNow - 7_200_000, current: 0 },
];

/** Answer to a correct password that requires a second factor. */
export const sampleTicket: SecondFactorAsked = {
  ticket: 'a-ticket-of-the-sample-server',
  methods: ['totp', 'passkey', 'recovery'],
  passkey: { challenge: 'c2FtcGxl' },
};

/** Returns answers about settings, registration and identity; undefined for other calls. */
export function sampleAnswer(pathname: string, register: 'code' | 'captcha'): unknown {
  switch (pathname) {
    case '/api/basicSet/getBasicInfo':
      return { ...sampleBasicInfo, verify_type: register === 'captcha' ? 2 : 1 };
    case '/api/default/area_list':
      return areas;
    case '/api/default/captcha':
      return captcha;
    case '/api/user/second_factor':
      return secondFactors;
    case '/api/user/sessions':
      return devices;
    default:
      return undefined;
  }
}
