const embeddedType = 0;

/** Kind 0 is shown inside the app; any other stands in a page of its own, for many sites let nobody embed them. */
export function isEmbedded(serviceLinkType: number): boolean {
  return serviceLinkType === embeddedType;
}

const basic = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-downloads'];

/**
 * What a support page may do inside ours: run, send forms, open pages. Another origin may also keep its own storage,
 * without which most chats forget who writes; a page of our own origin may not, for it could take the sandbox off.
 */
export function sandboxOf(link: string, ownOrigin: string): string {
  return [...basic, ...(new URL(link).origin === ownOrigin ? [] : ['allow-same-origin'])].join(' ');
}
