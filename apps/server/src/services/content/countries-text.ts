import type { JurisdictionId } from '@candor/domain/values/jurisdiction';

/** The announcement of countries that are not served, in one language. */
export interface CountriesText {
  readonly title: string;
  /** With the company's name in the place of `{company}`. */
  readonly intro: string;
  /** Before the countries that the law leaves out, by the law the company trades under. */
  readonly byLaw: Readonly<Record<JurisdictionId, string>>;
  /** Before those that the company itself leaves out. */
  readonly byCompany: string;
  /** What follows for somebody there. */
  readonly means: string;
}
