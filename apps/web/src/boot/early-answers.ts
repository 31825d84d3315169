/** Answers to calls that the page sent before the app started, by request. */
export type EarlyAnswers = Map<string, Promise<Response>>;

/** Key of a request: address, language and session, without the time stamp. */
export function earlyKey(url: string, headers: Readonly<Record<string, string>>): string {
  return [url.replace(/[?&]t=\d+$/, ''), headers['lang'], headers['authorization'] ?? ''].join(' ');
}

/**
 * Returns the early answer to exactly this call, once; null if there is none, or if it was requested with another
 * session or language.
 */
export function takeEarlyAnswer(
  answers: EarlyAnswers | undefined,
  url: string,
  { method = 'GET', headers }: { readonly method?: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Response> | null {
  if (answers === undefined || method !== 'GET') return null;
  const key = earlyKey(url, headers);
  const answer = answers.get(key) ?? null;
  answers.delete(key);
  return answer;
}
