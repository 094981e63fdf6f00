const SEPARATOR = ' · '

/** 'Viveros Herrera SpA · 77777777-7': how the template's lists show a client or a product, to be found by name. */
export function listed(name: string, key: string): string {
  return `${name}${SEPARATOR}${key}`
}

/** The RUT or code of such a text; any other text is returned whole. */
export function listedKey(text: string): string {
  const at = text.lastIndexOf(SEPARATOR)
  return at === -1 ? text : text.slice(at + SEPARATOR.length)
}
