/** Reasons to refuse bytes of a log, or an argument about one. */
export type LogErrorCode =
  | 'bad-base64'
  | 'bad-checkpoint'
  | 'bad-entries'
  | 'bad-hash'
  | 'bad-index'
  | 'bad-key'
  | 'bad-key-name'
  | 'bad-leaf'
  | 'bad-note'
  | 'bad-path'
  | 'bad-policy'
  | 'bad-proof'
  | 'bad-signature'
  | 'bad-size'
  | 'bad-tile'
  | 'entry-too-long'
  | 'negative-sum'
  | 'note-too-long'
  | 'sum-too-large'
  | 'unknown-signer'
  | 'wrong-origin'
  | 'wrong-root';

/** Bytes of a log that are not what its format demands. The code names the part, the message the fault (R-LOG-03). */
export class LogError extends Error {
  override readonly name = 'LogError';
  readonly code: LogErrorCode;

  constructor(code: LogErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
