import { describe, expect, test } from 'vitest'
import type { Reply } from '../http/test-browser.ts'
import { browserBefore, postedTo } from '../http/test-browser.ts'
import { fetchPreviewPdf } from './preview-pdf.ts'

const frame = `<form name="VIEW" method="post" action="mipePreView.cgi"><input type="hidden" name="EFXP_FOLIO" value="0">
<input type="hidden" name="EFXP_RZN_SOC" value=""><input type="hidden" name="OTRO" value="own"></form>`
const preview = [
  ['EFXP_FOLIO', '77'],
  ['EFXP_RZN_SOC', 'ÑANCUPIL & CÍA'],
  ['EFXP_EXTRA', 'x'],
] as const

function desk(reply: Reply) {
  return browserBefore((request) => (request.method === 'GET' ? frame : reply))
}

describe('the preview’s PDF', () => {
  test('is asked with exactly the frame’s fields and the preview’s values', async () => {
    const { browser, asked } = desk('%PDF-1.4 x')
    expect(await fetchPreviewPdf(browser, preview, 'https://www1.sii.cl/a', 1)).toMatchObject({
      kind: 'ok',
    })
    expect(asked[1]?.body).toBe('EFXP_FOLIO=0&EFXP_RZN_SOC=%D1ANCUPIL+%26+C%CDA&OTRO=own')
    expect(Object.keys(postedTo(asked, 'mipePreView.cgi'))).not.toContain('EFXP_EXTRA')
    expect(asked[1]?.headers).toMatchObject({
      referer: 'https://www1.sii.cl/Portal001/PreViewFrame.html',
      origin: 'https://www1.sii.cl',
      'sec-fetch-dest': 'iframe',
    })
  })

  test('refused or missing is a value', async () => {
    const ask = async (reply: Reply) =>
      (await fetchPreviewPdf(desk(reply).browser, preview, 'https://www1.sii.cl/a', 1)).kind
    expect(await ask('<p>Error al contribuyente</p>')).toBe('unavailable')
    expect(await ask('<title>Autenticaci&oacute;n</title>')).toBe('sessionExpired')
    expect(await ask(null)).toBe('unavailable')
    const without = browserBefore(() => '<p>x')
    expect(
      await fetchPreviewPdf(without.browser, preview, 'https://www1.sii.cl/a', 1),
    ).toMatchObject({ kind: 'unavailable' })
    const empty = browserBefore(() => '<form name="VIEW"></form>')
    expect(await fetchPreviewPdf(empty.browser, preview, 'https://www1.sii.cl/a', 1)).toMatchObject(
      { kind: 'portalChanged' },
    )
  })
})
