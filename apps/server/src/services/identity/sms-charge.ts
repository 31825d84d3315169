import type { SmsCharge, SmsLimits } from '../../ports/messages.ts';

/** Digits in which the numbers of one range differ: fraud by SMS buys whole ranges. */
const rangeDigits = 4;

/** Returns what an SMS to a number in E.164 counts against (R-SES-37). */
export function smsChargeOf(number: string, dialCode: string | null, limits: SmsLimits): SmsCharge {
  return {
    country: dialCode === null ? number.slice(0, 3) : `+${dialCode}`,
    prefix: number.slice(0, -rangeDigits),
    limits,
  };
}
