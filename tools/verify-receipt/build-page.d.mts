/** Returns the page that verifies, as one HTML file. */
export function buildPage(): string;
