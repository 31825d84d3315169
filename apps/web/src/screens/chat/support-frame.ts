const embeddedType = 0;

/**
 * True for kind 0, which is embedded; any other kind opens in a page of its own, since many sites refuse to be
 * embedded.
 */
export function isEmbedded(serviceLinkType: number): boolean {
  return serviceLinkType === embeddedType;
}

const basic = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-downloads'];

/**
 * Sandbox permissions of a support page: scripts, forms, popups. Another origin also gets its own storage, which most
 * chats need to recognise the user; a page of the app's origin does not, since it could remove the sandbox.
 */
export function sandboxOf(link: string, ownOrigin: string): string {
  return [...basic, ...(new URL(link).origin === ownOrigin ? [] : ['allow-same-origin'])].join(' ');
}
