import { jurisdictions } from '@candor/domain/values/jurisdiction';
import type { CompanySettings } from '../../ports/company.ts';
import { areas } from './areas.ts';
import { contrastMin, contrastOf } from './contrast.ts';
import { allowedLink, isListable } from './links.ts';

type Field = keyof CompanySettings;

const knownCountries = new Set(areas.map(({ code }) => code));
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The first setting that plain sense, the company's list of links or its law does not allow; null when all may be (R-OPS-66). */
export function findSettingsFault(settings: CompanySettings, hosts: readonly string[]): Field | null {
  return findBrandFault(settings) ?? findLinkFault(settings, hosts) ?? findRuleFault(settings);
}

function findBrandFault({ accents, languages, email }: CompanySettings): Field | null {
  if (email !== '' && !address.test(email)) return 'email';
  if (!isReadable(accents)) return 'accents';
  return isDistinct(languages) ? null : 'languages';
}

/** None, or all three; and what is written on an accent can be read, pressed or not. */
function isReadable([accent, pressed, on]: readonly string[]): boolean {
  if (accent === undefined) return true;
  if (pressed === undefined || on === undefined) return false;
  return [accent, pressed].every((ground) => contrastOf(on, ground) >= contrastMin);
}

/** A link that would not be followed is not stored either (R-COM-04). */
function findLinkFault({ links, logo, serviceLink }: CompanySettings, hosts: readonly string[]): Field | null {
  if (!isDistinct(links) || !links.every(isListable)) return 'links';
  const company = { hosts, links };
  if (logo !== '' && allowedLink(company, logo) === '') return 'logo';
  return serviceLink !== '' && allowedLink(company, serviceLink) === '' ? 'serviceLink' : null;
}

function findRuleFault(settings: CompanySettings): Field | null {
  const { jurisdiction, blockedCountries, marginCallPercent, stopOutPercent } = settings;
  // The name comes from outside: only a profile of ours is one.
  if (!Object.hasOwn(jurisdictions, jurisdiction)) return 'jurisdiction';
  if (!isDistinct(blockedCountries) || !blockedCountries.every((code) => knownCountries.has(code)))
    return 'blockedCountries';
  if (stopOutPercent < jurisdictions[jurisdiction].stopOutPercentMin) return 'stopOutPercent';
  return marginCallPercent < stopOutPercent ? 'marginCallPercent' : null;
}

function isDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
