import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api';
import type { PartStep, TextMatch } from './frame-commands.ts';

/** Returns the elements found by a chain of steps, in document order, as Playwright's locators do. */
export function findParts(steps: readonly PartStep[]): Element[] {
  let found: readonly (Element | Document)[] = [document];
  for (const step of steps) found = takeStep(found, step);
  return found.filter((part) => 'tagName' in part);
}

function takeStep(from: readonly (Element | Document)[], step: PartStep): readonly (Element | Document)[] {
  switch (step.by) {
    case 'place': {
      const one = from.at(step.at === 'first' ? 0 : -1);
      return one === undefined ? [] : [one];
    }
    case 'frame':
      return inside(from, step.selector).flatMap((frame) => (frame as HTMLIFrameElement).contentDocument ?? []);
    case 'css':
      return inside(from, step.selector);
    case 'role':
      return inside(from, '*').filter((part) => hasRole(part, step.role, step.name));
    case 'label':
      return inside(from, '*').filter((part) => labelsOf(part).some((label) => matches(label, step.match)));
    case 'text': {
      const all = inside(from, 'body, body *').filter((part) => matches(part.textContent, step.match));
      return all.filter((part) => !all.some((other) => other !== part && part.contains(other)));
    }
  }
}

function inside(from: readonly (Element | Document)[], selector: string): Element[] {
  return [...new Set(from.flatMap((part) => [...part.querySelectorAll(selector)]))];
}

function hasRole(part: Element, role: string, name: TextMatch | null): boolean {
  if (getRole(part) !== role || isInaccessible(part)) return false;
  return name === null || matches(computeAccessibleName(part), name);
}

function labelsOf(part: Element): string[] {
  const labelledBy = part.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const named = labelledBy.map((id) => part.ownerDocument.getElementById(id)?.textContent ?? '').join(' ');
  const labels = [...((part as HTMLInputElement).labels ?? [])].map((label) => label.textContent);
  return [part.getAttribute('aria-label') ?? '', named, ...labels].filter((text) => text !== '');
}

function matches(text: string, match: TextMatch): boolean {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if ('source' in match) return new RegExp(match.source, match.flags).test(plain);
  const wanted = match.text.replaceAll(/\s+/g, ' ').trim();
  return match.isExact ? plain === wanted : plain.toLowerCase().includes(wanted.toLowerCase());
}

/** True if the part takes up room and is not hidden. */
export function isVisible(part: Element): boolean {
  const { width, height } = part.getBoundingClientRect();
  return width > 0 && height > 0 && part.checkVisibility({ visibilityProperty: true });
}
