import { tokens, type Attributes } from './html.ts'

/**
 * The page without what stands in elements that are not shown, as a dialog that waits for its moment. Their scripts
 * stay, because a browser runs them. An element that never closes counts as shown.
 */
export function withoutHidden(html: string): string {
  let shown = ''
  let at = 0
  let hidden: { name: string; start: number; depth: number; scripts: string } | null = null
  for (const token of tokens(html)) {
    if (token.kind === 'text') continue
    if (token.kind === 'raw') {
      if (hidden !== null && token.name === 'script') hidden.scripts += `${token.text}</script>`
    } else if (hidden === null) {
      if (token.kind === 'open' && isHidden(token)) {
        hidden = { name: token.name, start: token.end, depth: 1, scripts: '' }
      }
    } else if (token.kind === 'open' && token.name === 'script') {
      hidden.scripts += '<script>'
    } else if (token.name === hidden.name) {
      hidden.depth += token.kind === 'open' ? 1 : -1
      if (hidden.depth > 0) continue
      shown += html.slice(at, hidden.start) + hidden.scripts
      at = token.end
      hidden = null
    }
  }
  return shown + html.slice(at)
}

function isHidden({ name, attributes }: { name: string; attributes: Attributes }): boolean {
  if (!CONTAINERS.has(name)) return false
  if (attributes.has('hidden') || attributes.get('aria-hidden') === 'true') return true
  if (/\b(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes.get('style') ?? '')) {
    return true
  }
  const classes = (attributes.get('class') ?? '').split(/\s+/)
  return classes.includes('modal') && !classes.includes('in') && !classes.includes('show')
}

/** Those that the portal closes; a cell or a row may never end. */
const CONTAINERS = new Set(['div', 'section', 'aside', 'dialog', 'span', 'p'])
