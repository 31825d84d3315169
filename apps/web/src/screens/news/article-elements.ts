import { createElement, type ReactNode } from 'react';

const elements = new Set(
  (
    'p br hr h2 h3 h4 blockquote pre code figure figcaption img a strong b em i u s del ins sub sup ' +
    'ul ol li dl dt dd table caption thead tbody tfoot tr th td'
  ).split(' '),
);
const empty = new Set(['br', 'hr', 'img']);
/** Elements that contain elements only; line breaks between them are not text. */
const listed = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl']);
const depthMax = 64;

/**
 * Converts an article's HTML to React elements. The server has sanitised it twice (R-CNT-02); here it is never inserted
 * as HTML: it is parsed in a detached document, where nothing runs or loads, and only listed elements are created.
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

/** Props of a link: https only, in a new page without opener or referrer. */
function linkOf(href: string): Record<string, string> {
  return protocolOf(href) === 'https:' ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
}

/** Props of a picture: an absolute https address; the page's policy limits the hosts (R-SEC-02). */
function pictureOf(src: string): Record<string, string> {
  const protocol = protocolOf(src);
  return protocol === 'https:' || (protocol === 'http:' && location.protocol === 'http:')
    ? { src, loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' }
    : {};
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}

/** Alignment of a column's cells. */
function sideOf(align: string): Record<string, string> {
  return ['left', 'center', 'right'].includes(align) ? { align } : {};
}

function countOf(name: string, text: string): Record<string, number> {
  return /^[1-9]\d{0,3}$/.test(text) ? { [name]: Number(text) } : {};
}
