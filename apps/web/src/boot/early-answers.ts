/** Answers to calls that the page has sent before the app was there, by what was asked. */
export type EarlyAnswers = Map<string, Promise<Response>>;

/** Who asks what, in which language; not when. */
export function earlyKey(url: string, headers: Readonly<Record<string, string>>): string {
  return [url.replace(/[?&]t=\d+$/, ''), headers['lang'], headers['authorization'] ?? ''].join(' ');
}

/** Hands on the answer to exactly this call, once. Null where it was not asked early, or not by the same person. */
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
