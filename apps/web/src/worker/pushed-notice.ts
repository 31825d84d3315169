import { findRoute } from '../navigation/routes.ts';

/** A notice as the browser shows it, and the page that it opens. */
export interface ShownNotice {
  readonly title: string;
  readonly options: {
    readonly body: string;
    /** The same for every repeat, so that one replaces the other. */
    readonly tag: string;
    readonly lang: string;
    readonly dir: 'ltr' | 'rtl';
    readonly icon: string;
    readonly data: { readonly page: string };
  };
}

const lettersMax = 300;

/** Reads a pushed message (R-ALR-08); null if it is not one of the server's. */
export function readPushed(text: string): ShownNotice | null {
  let pushed: unknown;
  try {
    pushed = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof pushed !== 'object' || pushed === null) return null;
  const fields = pushed as Readonly<Record<string, unknown>>;
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name].slice(0, lettersMax) : '');
  if (textOf('title') === '' || textOf('id') === '') return null;
  const lang = textOf('lang');
  return {
    title: textOf('title'),
    options: {
      body: textOf('body'),
      tag: textOf('id'),
      lang,
      dir: lang === 'ar' ? 'rtl' : 'ltr',
      icon: '/icons/icon-192.png',
      data: { page: ownPage(textOf('page')) },
    },
  };
}

/** Returns a page of the product; the list of notices for every other address. */
export function ownPage(page: string): string {
  const [path = ''] = page.split('?', 1);
  const isOwn = page.startsWith('/') && !page.startsWith('//') && findRoute(path) !== undefined;
  return isOwn ? page : '/mine/notices';
}
