export type Device = { browser: string; system: string }

/** What a browser calls itself, in two words; empty where it is none of the usual. */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, 400)
  const named = (list: readonly (readonly [RegExp, string])[]): string =>
    list.find(([pattern]) => pattern.test(text))?.[1] ?? ''
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}

// In this order: each of the first ones also calls itself one of those below.
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const
