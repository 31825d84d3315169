/** True if a URL is a call, answered by an envelope, rather than a page or a file. */
export function isCall(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/v1/');
}
