import type { CompanyId } from '@candor/domain/values/ids';

/** The build that a server serves to browsers. */
export interface ServedBuild {
  /** The page that verifies: one HTML file. */
  readonly page: string;
  readonly pageHash: string;
  /** Every built file as `sha256sum` lists it, in order of names. */
  readonly files: string;
  /** SHA-256 of `files`. */
  readonly filesHash: string;
  /** JSON text of its leaf in the public log (docs/adr/0044). */
  readonly text: string;
}

/** The build as the public log has it. */
export type BuildText = Pick<ServedBuild, 'filesHash' | 'text'>;

/** Name under which a company's log has a build. */
export function buildPlaceName(companyId: CompanyId, filesHash: string): string {
  return `build-${companyId}-${filesHash}`;
}
