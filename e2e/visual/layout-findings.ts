/**
 * Returns layout errors of longer or larger texts: text outside the window, cut off without an ellipsis, out of its
 * button, or over another text. Runs in the page, so it must not use anything outside.
 */
export function brokenTexts(): string[] {
  interface Line {
    readonly text: string;
    readonly element: HTMLElement;
    readonly box: DOMRect;
    readonly layer: Element | null;
  }
  const room = document.documentElement.clientWidth;
  const drawn =
    '[data-part=chart],[data-part=sparkline-box],[data-part=rail],[data-part=reader-text],[data-part=skip-link],[inert],[aria-hidden=true],iframe';
  const found = new Set<string>();
  if (document.documentElement.scrollWidth > innerWidth)
    found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  const lines = allLines();
  for (const line of lines) {
    const { box } = line;
    const bounds = boundsOf(line.element);
    if (!bounds.mayScroll && (box.left < -1 || box.right > room + 1)) tell('outside the window', line);
    for (const by of bounds.cutters) {
      const frame = by.getBoundingClientRect();
      if (box.left < frame.left - 1.5 || box.right > frame.right + 1.5) tell(`cut off by .${by.className}`, line);
      else if (box.bottom > frame.bottom + 3 || box.top < frame.top - 3)
        tell(`cut off in height by .${by.className}`, line);
    }
    const button = line.element
      .closest<HTMLElement>('button,a,[data-part~=badge],[role=button]')
      ?.getBoundingClientRect();
    const isWide = button !== undefined && (box.left < button.left - 1.5 || box.right > button.right + 1.5);
    const isHigh = button !== undefined && (box.top < button.top - 3 || box.bottom > button.bottom + 3);
    if (isWide || isHigh) tell('out of its button', line);
  }
  for (const [index, one] of lines.entries())
    for (const other of lines.slice(index + 1))
      if (one.layer === other.layer && isOver(one, other)) tell(`over “${other.text}”`, one);
  return [...found];

  function tell(what: string, { text, element }: Line): void {
    found.add(`“${text}” ${what} (${element.tagName.toLowerCase()}.${element.className})`);
  }

  function allLines(): Line[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: Line[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (element === null || text === '' || element.closest(drawn) !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const layer = layerOf(element);
      if (boundsOf(element).isShortened) continue;
      for (const box of range.getClientRects())
        if (box.width > 1) all.push({ text: text.slice(0, 60), element, box, layer });
    }
    return all;
  }

  /** Returns the nearest layer: fixed, sticky, scrolling or overlay. Texts of different layers may cover each other. */
  function layerOf(element: HTMLElement): Element | null {
    for (let at: Element | null = element; at !== null; at = at.parentElement) if (isLayer(at)) return at;
    return null;
  }

  function isLayer(element: Element): boolean {
    const { position, overflowX, overflowY } = getComputedStyle(element);
    return (
      /fixed|sticky/.test(position) ||
      /auto|scroll/.test(`${overflowX} ${overflowY}`) ||
      element.matches('[data-part=tab-bar],[data-overlay]')
    );
  }

  function boundsOf(element: HTMLElement): { cutters: HTMLElement[]; mayScroll: boolean; isShortened: boolean } {
    const cutters: HTMLElement[] = [];
    for (let at: HTMLElement | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      const isShortened =
        style.textOverflow === 'ellipsis' && style.overflowX !== 'visible' && at.scrollWidth > at.clientWidth;
      if (isShortened) return { cutters: [], mayScroll: false, isShortened };
      if (/auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth)
        return { cutters, mayScroll: true, isShortened: false };
      if (/auto|scroll/.test(style.overflowY)) return { cutters, mayScroll: false, isShortened: false };
      if (/hidden|clip/.test(style.overflowX)) cutters.push(at);
    }
    return { cutters, mayScroll: false, isShortened: false };
  }

  /** True if two texts overlap by nearly half their height; line boxes are higher than their letters. */
  function isOver(one: Line, other: Line): boolean {
    if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element))
      return false;
    const [a, b] = [one.box, other.box];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > 2 && high > Math.min(a.height, b.height) * 0.45;
  }
}

/** Returns words split across lines; not for languages without spaces. Runs in the page. */
export function brokenWords(): string[] {
  const unbound =
    '[data-part=reader-text],[data-part=skip-link],[inert],[aria-hidden=true],bdi,[data-part=article-text]';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set<string>();
  const isFigure = (element: Element): boolean => {
    const { unicodeBidi, fontVariantNumeric } = getComputedStyle(element);
    if (unicodeBidi === 'isolate' && fontVariantNumeric.includes('tabular-nums')) return true;
    return element.parentElement !== null && isFigure(element.parentElement);
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || element.closest(unbound) !== null || !element.checkVisibility()) continue;
    if (isFigure(element)) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.add(`“${word}” is broken (${element.tagName.toLowerCase()}.${element.className})`);
    }
  }
  return [...found];
}

/** Returns texts cut off with an ellipsis that must be shown whole. Runs in the page. */
export function shortened(selector: string): string[] {
  const cut = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => element.checkVisibility() && element.scrollWidth > element.clientWidth,
  );
  return cut.map((element) => `“${element.textContent}” is cut: ${element.clientWidth} of ${element.scrollWidth} px`);
}

/** Returns buttons with an icon far from the label. Runs in the page. */
export function lonelyIcons(): string[] {
  const found: string[] = [];
  for (const button of document.querySelectorAll<HTMLElement>(':is(button,a):has(>[data-icon])')) {
    const icon = button.querySelector(':scope>[data-icon]')?.getBoundingClientRect();
    const label = [...button.childNodes].find((node) => node instanceof Text);
    if (icon === undefined || label === undefined || !button.checkVisibility()) continue;
    if (getComputedStyle(button).justifyContent !== 'center') continue;
    const range = document.createRange();
    range.selectNodeContents(label);
    const lines = [...range.getClientRects()];
    const isAbove = lines.every(({ top }) => top >= icon.bottom);
    const gap = Math.min(...lines.map(({ left }) => left)) - icon.right;
    if (!isAbove && gap > 10) found.push(`“${button.textContent}” stands ${gap} px from its icon`);
  }
  return found;
}
