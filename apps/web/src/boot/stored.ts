/** What the app has kept in this browser under a name, as it stands there; nothing where that cannot be read. */
export function stored(name: string): Readonly<Record<string, unknown>> {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as { state?: Record<string, unknown> };
    return kept.state ?? {};
  } catch {
    return {};
  }
}

/** The language chosen here, or English, which those who have never chosen see. */
export function storedLanguage(): string {
  const { language } = stored('candor.settings');
  return typeof language === 'string' ? language : 'en';
}
