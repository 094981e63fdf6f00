import { encodeFormLegacy, encodeFormUtf8 } from './charset.ts'

const MARK = '•••'

/**
 * A text of the SII without a secret that was sent to it, however the page may echo it: as it is, escaped
 * for HTML, for JavaScript or for an address. Pages are read before this: a short secret blanks other words.
 */
export function withoutSecret(text: string, secret: string): string {
  if (secret === '') return text
  let cleaned = text
  for (const form of writtenForms(secret)) cleaned = cleaned.replaceAll(form, MARK)
  return cleaned
}

function writtenForms(secret: string): string[] {
  const spaced = secret.replace(/\s+/g, ' ').trim()
  const forms = [
    secret,
    spaced,
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    Array.from(secret, (character) => `&#${character.codePointAt(0) ?? 0};`).join(''),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    percentForm(encodeFormLegacy([['', secret]])),
    percentForm(encodeFormUtf8([['', secret]])),
  ]
  // Longest first, so that no shorter form leaves a tail of a longer one behind.
  return [...new Set(forms)].filter((form) => form !== '').sort((a, b) => b.length - a.length)
}

function percentForm(form: string): string {
  return form.slice(1)
}
