/** The same keys as the Spanish texts, each a text of its own: a missing one doesn't compile. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>
}

/** Puts the values in the place of `{{name}}`, as the browser's library does; an unknown name stays empty. */
export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
