/**
 * Search parameters of the app. Missing ones are present as undefined, since the router would pass them on unread
 * otherwise.
 */
export interface AppSearch {
  /** Page to return to after a log-in. */
  readonly from?: string | undefined;
  readonly view?: string | undefined;
  /** Way of payment: 1 coin, 2 bank. */
  readonly type?: 1 | 2 | undefined;
  /** Currency id. */
  readonly currency?: number | undefined;
  /** Article id. */
  readonly id?: number | undefined;
  /** Invitation code of a registration. */
  readonly invite_code?: string | undefined;
}

/** Reads the search parameters of an address; foreign keys, such as those of a campaign, are kept. */
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
 * Parser and serializer of search parameters for the router. Every value is text: the router's JSON would turn
 * `527584215` into a number, `1e5` into 100000, and quote the invitation code in the address bar.
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
  // Links inside the app pass a number, the address bar a text.
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function inviteCodeOf(code: unknown): string | undefined {
  return typeof code === 'string' && /^[\w-]{1,16}$/.test(code) ? code : undefined;
}
