import { createElement, type ReactNode } from 'react';

const elements = new Set(
  (
    'p br hr h2 h3 h4 blockquote pre code figure figcaption img a strong b em i u s del ins sub sup ' +
    'ul ol li dl dt dd table caption thead tbody tfoot tr th td'
  ).split(' '),
);
const empty = new Set(['br', 'hr', 'img']);
/** Between these only elements stand; a line break in the source is none of the text. */
const listed = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl']);
const depthMax = 64;

/**
 * An article's HTML as elements of our own. The server has cleaned it twice (R-CNT-02); here nothing of it is ever put
 * into the page as HTML: it is parsed apart, where nothing runs or loads, and what stands on this list is made anew.
 */
export function articleElements(html: string): ReactNode {
  return childrenOf(new DOMParser().parseFromString(html, 'text/html').body, 0);
}

function childrenOf(parent: Element, depth: number): ReactNode[] {
  return depth > depthMax ? [] : [...parent.childNodes].map((node, index) => toReact(node, index, depth));
}

function toReact(node: ChildNode, key: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.nodeValue ?? '';
    return text.trim() === '' && listed.has(node.parentElement?.localName ?? '') ? null : text;
  }
  if (!(node instanceof HTMLElement) || !elements.has(node.localName)) return null;
  const props = { key, ...attributesOf(node) };
  if (node.localName === 'img' && !('src' in props)) return null;
  return empty.has(node.localName)
    ? createElement(node.localName, props)
    : createElement(node.localName, props, ...childrenOf(node, depth + 1));
}

function attributesOf(element: HTMLElement): Record<string, string | number> {
  const text = (name: string) => element.getAttribute(name) ?? '';
  const dir = text('dir');
  const general = {
    ...(text('lang') === '' ? {} : { lang: text('lang') }),
    ...(['ltr', 'rtl', 'auto'].includes(dir) ? { dir } : {}),
  };
  switch (element.localName) {
    case 'a':
      return { ...general, ...linkOf(text('href')) };
    case 'img':
      return { ...general, ...pictureOf(text('src')), alt: text('alt') };
    case 'ol':
      return { ...general, ...countOf('start', text('start')) };
    case 'td':
    case 'th':
      return {
        ...general,
        ...countOf('colSpan', text('colspan')),
        ...countOf('rowSpan', text('rowspan')),
        ...sideOf(text('align')),
      };
    default:
      return general;
  }
}

/** Https alone, in a page of its own that is told nothing of ours. */
function linkOf(href: string): Record<string, string> {
  return protocolOf(href) === 'https:' ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
}

/** A whole address, as secure as the page; from which hosts, the page's policy says (R-SEC-02). */
function pictureOf(src: string): Record<string, string> {
  const protocol = protocolOf(src);
  return protocol === 'https:' || (protocol === 'http:' && location.protocol === 'http:')
    ? { src, loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' }
    : {};
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}

/** Which side the figures of a column stand on. */
function sideOf(align: string): Record<string, string> {
  return ['left', 'center', 'right'].includes(align) ? { align } : {};
}

function countOf(name: string, text: string): Record<string, number> {
  return /^[1-9]\d{0,3}$/.test(text) ? { [name]: Number(text) } : {};
}
