import sanitize from 'sanitize-html'

/**
 * What a user writes into a mail, with nothing in it that could do anything: plain marks of text, lists and
 * links. Applied when it is saved and again when it is sent.
 */
export function safeHtml(html: string): string {
  return sanitize(html, {
    allowedTags: [
      'p',
      'br',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'ul',
      'ol',
      'li',
      'a',
      'blockquote',
      'h3',
      'hr',
    ],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'title',
      'template',
      'svg',
      'math',
      'iframe',
      'object',
    ],
    enforceHtmlBoundary: false,
    parser: { lowerCaseTags: true },
  })
}

/** The same as plain text, for the part that every mail program can show. */
export function textOf(html: string): string {
  const lines = html
    .replace(/<li[^<>]*>/gi, '\n• ')
    .replace(/<(br|\/p|\/h3|\/ul|\/ol|\/blockquote|hr)[^<>]*>/gi, '\n')
    .replace(/<a href="([^"<>]*)">([^<]*)<\/a>/gi, (_, url: string, label: string) =>
      label === url ? url : `${label} (${url})`,
    )
    .replace(/<[^<>]+>/g, '')
  return unescaped(lines)
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
}

function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (written, name: string) => ENTITIES[name] ?? written)
}
