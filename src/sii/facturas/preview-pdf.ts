import { PREVIEW_FRAME, PREVIEW_PDF } from '../http/addresses.ts'
import type { Fields } from '../pages/charset.ts'
import { diagnose, portalChanged } from '../http/diagnosis.ts'
import { isPdf, MAX_FILE_BYTES } from '../documents/files.ts'
import { fieldValue, findForm } from '../pages/forms.ts'
import type { Browser } from '../http/http.ts'
import type { Answer } from '../interface/portal.ts'

/**
 * The preview as the SII draws it. Posts exactly the fields of the frame's own form, with the preview's values:
 * one field more or less is refused. The folio stays the frame's own 0 (portal 3.7).
 */
export async function fetchPreviewPdf(
  browser: Browser,
  preview: Fields,
  referer: string,
  timeoutMs: number,
): Promise<Answer<Uint8Array>> {
  const frame = await browser.get(PREVIEW_FRAME, { referer, timeoutMs })
  const form = frame.kind === 'page' ? findForm(frame.page.text, 'VIEW') : null
  if (form === null) return diagnose(frame)
  if (form.fields.length === 0) return portalChanged('PreViewFrame VIEW')
  const fields = form.fields.map(([name, value]): [string, string] => {
    return [name, name === 'EFXP_FOLIO' ? value : (fieldValue(preview, name) ?? value)]
  })
  const visit = await browser.post(PREVIEW_PDF, fields, {
    referer: PREVIEW_FRAME,
    timeoutMs,
    maxBytes: MAX_FILE_BYTES,
    fromFrame: true,
  })
  if (visit.kind !== 'page') return diagnose(visit)
  return isPdf(visit.page) ? { kind: 'ok', value: visit.page.bytes } : diagnose(visit)
}
