/** As the specification reads an address: something, an at, something with a dot, no spaces. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text.trim())
}
