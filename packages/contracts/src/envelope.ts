import type { Code } from './codes.ts';

/** Every answer under /api and /v1 (R-WIRE-01). `code` 1 carries `data`; any other carries the reason in `msg`. */
export interface Envelope<Data> {
  readonly code: Code;
  readonly msg: string;
  readonly data: Data;
}

/** The data of a refused field (code 1001): its name as on the wire. */
export interface InvalidFieldData {
  readonly field: string;
}
