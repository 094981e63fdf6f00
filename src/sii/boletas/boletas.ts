import type { Rut } from '#domain/rut.ts'
import { BOLETA_PDF } from '../http/addresses.ts'
import { describe, wordsOf } from '../http/page-words.ts'
import { isPdf, MAX_FILE_BYTES } from '../documents/files.ts'
import type { Browser } from '../http/http.ts'
import type { Answer, Boletas } from '../interface/portal.ts'
import { prepareAnnulment } from './annulment.ts'
import { readBoletaIssuer } from './form.ts'
import { refusalOf } from './page.ts'
import { listIssuedBoletas, listReceivedBoletas } from './report.ts'
import type { BoletaChain } from './issue.ts'
import { lookUpBoletaRecipient, openBoletaForm, previewBoleta } from './issue.ts'

/** Boletas de honorarios belong to the person of the session, whatever company it has chosen (portal 4). */
export function createBoletas(browser: Browser, person: Rut, slowMs: number): Boletas {
  const chain: BoletaChain = { browser, person, slowMs }
  return {
    issuer: async () => {
      const form = await openBoletaForm(chain)
      return form.kind === 'ok' ? { kind: 'ok', value: readBoletaIssuer(form.value) } : form
    },
    recipient: (rut) => lookUpBoletaRecipient(chain, rut),
    preview: (content) => previewBoleta(chain, content),
    issued: (of) => listIssuedBoletas(browser, person, of, slowMs),
    received: (of) => listReceivedBoletas(browser, person, of, slowMs),
    pdf: (barCode, side) => fetchBoletaPdf(browser, barCode, side, slowMs),
    prepareAnnulment: (folio, cause) => prepareAnnulment(chain, folio, cause),
  }
}

/** By bar code only, never by folio. Throws for what can't be one. */
async function fetchBoletaPdf(
  browser: Browser,
  barCode: string,
  side: 'issued' | 'received',
  timeoutMs: number,
): Promise<Answer<Uint8Array>> {
  if (!/^\w{8,40}$/.test(barCode)) throw new Error('Not a bar code of the portal')
  const origin = side === 'issued' ? 'PROPIOS' : 'RECIBIDOS'
  const query = `txt_codigobarras=${barCode}&veroriginal=si&origen=${origin}&enviar=si`
  const options = { timeoutMs, maxBytes: MAX_FILE_BYTES }
  const visit = await browser.get(`${BOLETA_PDF}?${query}`, options)
  if (visit.kind === 'page' && isPdf(visit.page)) return { kind: 'ok', value: visit.page.bytes }
  const isMissing = visit.kind === 'page' && /no existe la boleta/.test(wordsOf(visit.page))
  return isMissing ? { kind: 'notFound', text: describe(visit.page) } : refusalOf(visit, null)
}
