/**
 * Names of the sources of a feed in one text, separated by commas: "lp" for one, "lp,kraken" for a feed of several
 * (R-MKT-42). No name contains a comma.
 */
export function namesOfSources(sources: string): readonly string[] {
  return sources.split(',');
}

/** True if a quote's source is one of a feed's. */
export function isSourceOf(sources: string, source: string): boolean {
  return sources === source || namesOfSources(sources).includes(source);
}
