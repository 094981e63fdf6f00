/**
 * JSON with sorted keys and no white space: equal values give equal text, whatever order they were made
 * in or PostgreSQL's jsonb gave back. Undefined members are left out. Throws for what JSON can't say.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
    return `{${members.join(',')}}`
  }
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
    throw new TypeError(`JSON can't say a ${typeof value}`)
  }
  return text
}
