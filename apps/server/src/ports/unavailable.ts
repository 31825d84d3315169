/** What was asked cannot be answered now; whether it was done is told later, by its id. */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError';
}
