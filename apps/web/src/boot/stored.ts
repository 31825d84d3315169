/** Returns the state that the app has stored in this browser under a name; empty if it cannot be read. */
export function stored(name: string): Readonly<Record<string, unknown>> {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as { state?: Record<string, unknown> };
    return kept.state ?? {};
  } catch {
    return {};
  }
}

/** Language chosen on this device; English by default. */
export function storedLanguage(): string {
  const { language } = stored('candor.settings');
  return typeof language === 'string' ? language : 'en';
}
