import type { Code } from './codes.ts';

/**
 * Envelope of every answer under /api and /v1 (R-WIRE-01). `code` 1 carries `data`; any other carries the reason in
 * `msg`.
 */
export interface Envelope<Data> {
  readonly code: Code;
  readonly msg: string;
  readonly data: Data;
}
