import type { BoletaContent, DocumentContent, SignedContent } from '#domain/document.ts'
import { cleanText } from '#dte/document/text.ts'

const LONGEST_TEXT = 1000

const clean = (text: string) => cleanText(text, LONGEST_TEXT)

/**
 * The content in the characters a DTE has (ISO-8859-1), changed before it is frozen: what the user sees, what
 * the portal is sent and what comes back are then the same. Null when a line's name has none of them.
 */
export function printable(content: DocumentContent): DocumentContent | null {
  return content.kind === 'boletaHonorarios' ? printableBoleta(content) : printableSigned(content)
}

function printableSigned(content: SignedContent): SignedContent | null {
  const { issuer, recipient } = content
  const lines = content.lines.map((line) => ({
    ...line,
    name: clean(line.name),
    description: clean(line.description),
    code: clean(line.code),
  }))
  if (lines.some(({ name }) => name === '')) return null
  return {
    ...content,
    issuer: {
      ...issuer,
      address: { ...issuer.address, city: clean(issuer.address.city) },
    },
    recipient: {
      ...recipient,
      giro: clean(recipient.giro),
      contactName: clean(recipient.contactName),
      address: {
        street: clean(recipient.address.street),
        commune: clean(recipient.address.commune),
        city: clean(recipient.address.city),
      },
    },
    lines,
  }
}

function printableBoleta(content: BoletaContent): BoletaContent | null {
  const { recipient } = content
  const lines = content.lines.map((line) => ({ ...line, description: clean(line.description) }))
  if (lines.some(({ description }) => description === '')) return null
  return {
    ...content,
    recipient: {
      ...recipient,
      name: clean(recipient.name),
      address: { ...recipient.address, street: clean(recipient.address.street) },
    },
    lines,
  }
}
