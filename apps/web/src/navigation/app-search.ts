/** What an address may say beside its path. What it says otherwise is there as undefined, or the router would hand it on unread. */
export interface AppSearch {
  /** Where a log-in leads back to. */
  readonly from?: string | undefined;
  readonly view?: string | undefined;
  /** How money travels: 1 by coin, 2 by bank. */
  readonly type?: 1 | 2 | undefined;
  /** Which currency it travels in, by its id. */
  readonly currency?: number | undefined;
  /** Which article. */
  readonly id?: number | undefined;
  /** Whose invitation a registration follows. */
  readonly invite_code?: string | undefined;
}

/** Reads an address; keys that are not the app's own stay in it, as a company's campaign may have put them there. */
export function readSearch(search: Readonly<Record<string, unknown>>): AppSearch {
  const type = idOf(search['type']);
  const known: Required<AppSearch> = {
    from: pathOf(search['from']),
    view: viewOf(search['view']),
    type: type === 1 || type === 2 ? type : undefined,
    currency: idOf(search['currency']),
    id: idOf(search['id']),
    invite_code: inviteCodeOf(search['invite_code']),
  };
  return Object.fromEntries(Object.entries(known).filter(([key]) => Object.hasOwn(search, key)));
}

/**
 * How the router reads and writes an address. Every value is text: the router's own JSON would turn `527584215` into a
 * number, `1e5` into 100000, and put quotes round the code in the address bar.
 */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Readonly<Record<string, unknown>>): string => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
    return text === '' ? '' : `?${text}`;
  },
};

function pathOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?!\/)/.test(value) ? value : undefined;
}

function viewOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z-]{1,32}$/.test(value) ? value : undefined;
}

function idOf(value: unknown): number | undefined {
  // A link inside the app hands over a number, the address bar a text.
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function inviteCodeOf(code: unknown): string | undefined {
  return typeof code === 'string' && /^[\w-]{1,16}$/.test(code) ? code : undefined;
}
