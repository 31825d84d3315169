import { isDeepStrictEqual } from 'node:util';
import { jurisdictions } from '@candor/domain/values/jurisdiction';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord, CompanySettings, CompanySettingsStore } from '../../ports/company.ts';
import type { OperatorRecord } from '../../ports/operators.ts';
import { areas } from './areas.ts';
import type { Companies } from './companies.ts';
import { allowedLink, isListable } from './links.ts';

export type CompanyChange =
  | { readonly kind: 'changed'; readonly company: CompanyRecord }
  | { readonly kind: 'not-allowed'; readonly field: keyof CompanySettings }
  | { readonly kind: 'version-changed' };

export interface ChangeCompanyDeps {
  readonly store: CompanySettingsStore;
  readonly companies: Pick<Companies, 'findVersion'>;
  readonly clock: Clock;
  /** True if the company's fees are plausible as rates of the notional. */
  readonly hasNotionalFees: (company: CompanyRecord) => boolean;
  /** True if the company offers an instrument of this code. */
  readonly offersCode: (company: CompanyRecord, code: string) => boolean;
}

/**
 * Changes a company's settings as a new version, all or nothing. It is in effect in pages, sockets and the core before
 * the answer (R-OPS-65).
 */
export function createChangeCompany({ store, companies, clock, hasNotionalFees, offersCode }: ChangeCompanyDeps) {
  /** Returns the first setting that the company may not have; null if all are allowed. */
  const findFault = (settings: CompanySettings, company: CompanyRecord) =>
    findSettingsFault(settings, company.hosts) ??
    findFeeFault(settings, company) ??
    findPopularFault(settings, company);
  const change = async (
    operator: OperatorRecord,
    company: CompanyRecord,
    asked: { readonly settings: CompanySettings; readonly lastVersion: number; readonly reason: string },
  ): Promise<CompanyChange> => {
    const { settings, lastVersion, reason } = asked;
    const field = findFault(settings, company);
    if (field !== null) return { kind: 'not-allowed', field };
    const version = lastVersion + 1;
    const subject = `company version ${version}: ${changedFields(settings, company).join(', ') || 'nothing'}`;
    const audit = { operatorId: operator.id, action: 'company-changed', subject, reason };
    const by = { operatorId: operator.id, atMs: clock.nowMs(), reason };
    const isChanged = await store.change(company.id, { settings, lastVersion, ...by, audit });
    if (!isChanged) return { kind: 'version-changed' };
    return { kind: 'changed', company: await companies.findVersion(company.id, version) };
  };
  return { findFault, change };

  /** Refuses to read an amount per lot as a rate: the fee would be many times the notional. */
  function findFeeFault({ tradeFeeType }: CompanySettings, company: CompanyRecord): 'tradeFeeType' | null {
    const isNew = tradeFeeType === 2 && company.tradeFeeType !== 2;
    return isNew && !hasNotionalFees(company) ? 'tradeFeeType' : null;
  }

  /** Refuses an instrument that the company does not offer; one that it no longer offers may stay (R-MKT-49). */
  function findPopularFault({ popular }: CompanySettings, company: CompanyRecord): 'popular' | null {
    const isAllowed = (code: string) => company.popular.includes(code) || offersCode(company, code);
    return popular.every(isAllowed) ? null : 'popular';
  }
}

export type ChangeCompany = ReturnType<typeof createChangeCompany>;

function changedFields(settings: CompanySettings, company: CompanyRecord): string[] {
  const fields = Object.keys(settings) as (keyof CompanySettings)[];
  return fields.filter((field) => !isDeepStrictEqual(settings[field], company[field]));
}

type Field = keyof CompanySettings;

const knownCountries = new Set(areas.map(({ code }) => code));
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the first setting that is implausible, unlisted or illegal; null if all are valid (R-OPS-66). */
export function findSettingsFault(settings: CompanySettings, hosts: readonly string[]): Field | null {
  return findBrandFault(settings) ?? findLinkFault(settings, hosts) ?? findRuleFault(settings);
}

function findBrandFault({ accents, languages, email, popular }: CompanySettings): Field | null {
  if (email !== '' && !address.test(email)) return 'email';
  if (!isReadable(accents)) return 'accents';
  if (!isDistinct(popular)) return 'popular';
  return isDistinct(languages) ? null : 'languages';
}

/** True for no accents, or three with readable text on both accent shades. */
function isReadable([accent, pressed, on]: readonly string[]): boolean {
  if (accent === undefined) return true;
  if (pressed === undefined || on === undefined) return false;
  return [accent, pressed].every((ground) => contrastOf(on, ground) >= contrastMin);
}

/** A link that would not be served is not stored (R-COM-04). */
function findLinkFault({ links, logo, serviceLink }: CompanySettings, hosts: readonly string[]): Field | null {
  if (!isDistinct(links) || !links.every(isListable)) return 'links';
  const company = { hosts, links };
  if (logo !== '' && allowedLink(company, logo) === '') return 'logo';
  return serviceLink !== '' && allowedLink(company, serviceLink) === '' ? 'serviceLink' : null;
}

function findRuleFault(settings: CompanySettings): Field | null {
  const { jurisdiction, blockedCountries, marginCallPercent, stopOutPercent } = settings;
  // Untrusted input: only own keys are profiles.
  if (!Object.hasOwn(jurisdictions, jurisdiction)) return 'jurisdiction';
  if (!isDistinct(blockedCountries) || !blockedCountries.every((code) => knownCountries.has(code)))
    return 'blockedCountries';
  if (stopOutPercent < jurisdictions[jurisdiction].stopOutPercentMin) return 'stopOutPercent';
  return marginCallPercent < stopOutPercent ? 'marginCallPercent' : null;
}

function isDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/** Minimum text contrast by WCAG 2.2, 1.4.3. */
const contrastMin = 4.5;

/** Returns the WCAG 2.2 contrast of two `#rrggbb` colours, 1 to 21. */
export function contrastOf(left: string, right: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(left), luminanceOf(right)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance by WCAG 2.2. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
