const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const lettersMax = 40;

/** What a person recognises a device by, as `Chrome, Android`, from what its browser calls itself; empty when it says nothing. */
export function deviceNameOf(userAgent: string): string {
  const find = (names: typeof browsers) => names.find(([form]) => form.test(userAgent))?.[1];
  const known = [find(browsers), find(systems)].filter((name) => name !== undefined);
  if (known.length > 0) return known.join(', ');
  const [first = ''] = userAgent.replace(/[^\x20-\x7e]/g, '').split(/[/\s]/);
  return first.slice(0, lettersMax);
}
