import type { Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { SII_NAMESPACE, XSI_NAMESPACE } from './xml/canonical.ts'
import type { Signer } from './sign.ts'
import { signatureOf } from './sign.ts'
import { MAX_DOCUMENTS, type ChileanMoment } from './document/document.ts'
import { latin1Bytes } from './document/text.ts'

export interface EnvelopeCover {
  issuer: Rut
  /** The person whose certificate signs; must be authorised for the company (ENV-3-6). */
  sender: Rut
  /** 60803000-K, the SII, for the upload; the client for the exchange copy. */
  recipient: Rut
  /** Certification has number 0 (CRT-3-19 otherwise). */
  resolution: { day: Day; number: number }
  signedAt: ChileanMoment
}

const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>'

/**
 * EnvioDTE around signed DTE texts, put together as text: a serialiser would break their signatures. 1 to 2000
 * of one issuer, which the caller answers for. ISO-8859-1 bytes, to be sent and kept untouched.
 */
export function buildEnvelope(cover: EnvelopeCover, signed: string[], signer: Signer): Uint8Array {
  if (signed.length < 1 || signed.length > MAX_DOCUMENTS) {
    throw new RangeError(`An envelope takes 1 to ${MAX_DOCUMENTS} documents, not ${signed.length}`)
  }
  const set = `<SetDTE ID="SetDoc">
<Caratula version="1.0">
<RutEmisor>${cover.issuer}</RutEmisor>
<RutEnvia>${cover.sender}</RutEnvia>
<RutReceptor>${cover.recipient}</RutReceptor>
<FchResol>${cover.resolution.day}</FchResol>
<NroResol>${cover.resolution.number}</NroResol>
<TmstFirmaEnv>${cover.signedAt}</TmstFirmaEnv>
${subtotals(signed)}
</Caratula>
${signed.join('\n')}
</SetDTE>`
  const scope = { '': SII_NAMESPACE, xsi: XSI_NAMESPACE }
  return latin1Bytes(`${DECLARATION}
<EnvioDTE xmlns="${SII_NAMESPACE}" xmlns:xsi="${XSI_NAMESPACE}" xsi:schemaLocation="${SII_NAMESPACE} EnvioDTE_v10.xsd" version="1.0">
${set}
${signatureOf(set, 'SetDoc', scope, signer)}
</EnvioDTE>
`)
}

/** The plain `<SetDTE>` in which the free portal hands out documents. ISO-8859-1 bytes. */
export function wrapForDownload(signed: string[]): Uint8Array {
  return latin1Bytes(`${DECLARATION}\n<SetDTE>\n${signed.join('\n')}\n</SetDTE>\n`)
}

/** One DTE as a file of its own. ISO-8859-1 bytes. */
export function dteFile(dte: string): Uint8Array {
  return latin1Bytes(`${DECLARATION}\n${dte}\n`)
}

function subtotals(signed: string[]): string {
  const counts = new Map<string, number>()
  for (const dte of signed) {
    const tipoDte = /<TipoDTE>(\d+)<\/TipoDTE>/.exec(dte)?.[1]
    if (tipoDte === undefined) throw new RangeError('A DTE without TipoDTE')
    counts.set(tipoDte, (counts.get(tipoDte) ?? 0) + 1)
  }
  return Array.from(counts, ([tipoDte, count]) =>
    [
      '<SubTotDTE>',
      `<TpoDTE>${tipoDte}</TpoDTE>`,
      `<NroDTE>${count}</NroDTE>`,
      '</SubTotDTE>',
    ].join('\n'),
  ).join('\n')
}
