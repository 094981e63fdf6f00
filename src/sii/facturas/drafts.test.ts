import { describe, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import type { Reply } from '../http/test-browser.ts'
import { browserBefore, nameOf, postedTo, visitOf } from '../http/test-browser.ts'
import { deleteDraft, listDrafts, readDrafts } from './drafts.ts'

/** As the SII sends it: its UTF-8 taken for Latin-1 and encoded once more. */
const twice = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

const row = (changes: object = {}) => ({
  ehdr_CODIGO: 5001,
  ptdc_CODIGO: '33',
  ptdc_CODIGO_DESC: twice('Factura Electrónica'),
  efxp_FCH_EMIS: '2026-09-08 15:49:20',
  efxp_RUT_RECEP: 77111222,
  efxp_DV_RECEP: '6',
  efxp_RZN_SOC_RECEP: twice('COMERCIAL ÑUÑOA LTDA'),
  efxp_RZN_SOC: 'X',
  efxp_IVA: '190',
  efxp_MNT_TOTAL: 1190,
  ...changes,
})
const list = (...rows: object[]): Reply => ({
  body: Buffer.from(JSON.stringify(rows), 'utf8'),
})

describe('the drafts', () => {
  test('are read with their texts decoded twice', async () => {
    const { browser } = browserBefore(() => list(row()))
    expect(await listDrafts(browser)).toEqual({
      kind: 'ok',
      value: [
        {
          id: '5001',
          tipoDte: 33,
          savedOn: '2026-09-08',
          recipient: '77111222-6',
          recipientName: 'COMERCIAL ÑUÑOA LTDA',
          totalClp: 1190,
        },
      ],
    })
  })

  test('may be half written', async () => {
    const half = row({ efxp_RUT_RECEP: null, efxp_DV_RECEP: null, efxp_MNT_TOTAL: null })
    const { browser } = browserBefore(() => list(half))
    expect(await listDrafts(browser)).toMatchObject({ value: [{ recipient: null, totalClp: 0 }] })
  })

  test('are none when the list is empty, and a failure on anything else', async () => {
    const answers: [Reply, object][] = [
      [list(), { kind: 'ok', value: [] }],
      ['<html>hola</html>', { kind: 'sessionExpired' }],
      ['<p>Sitio en mantenci&oacute;n</p>', { kind: 'unavailable', cause: 'maintenance' }],
      ['{"a":1}', { kind: 'portalChanged' }],
      [list(row({ ehdr_CODIGO: '' })), { kind: 'portalChanged' }],
      [{ status: 404 }, { kind: 'unavailable' }],
      [null, { kind: 'unavailable', cause: 'network' }],
    ]
    for (const [reply, expected] of answers) {
      const { browser } = browserBefore(() => reply)
      expect(await listDrafts(browser)).toMatchObject(expected)
    }
    expect(readDrafts(visitOf('x').page)).toBeNull()
  })
})

describe('deleting a draft', () => {
  const form = `<form name="VIEW_EFXP"><input name="EFXP_RUT_RECEP" value="77111222"><input name="EHDR_CODIGO" value=""></form>`
  const company = rut('76192083-9')

  function desk(after: Reply) {
    return browserBefore((request) => {
      const name = nameOf(request.url)
      if (name === 'listaBorrador') return after
      return name === 'mipeGenFacEx.cgi' ? form : '<p>Listo'
    })
  }

  test('opens it, posts it whole, and believes only the list', async () => {
    const { browser, asked } = desk(list(row({ ehdr_CODIGO: 5002 })))
    expect(await deleteDraft(browser, company, '5001', 1)).toEqual({ kind: 'ok', value: null })
    expect(asked[0]?.url).toContain('ES_BORR=TRUE&VALOR=5001&IGUAL=CODIGO&RUT=76192083&DV=9')
    expect(postedTo(asked, 'mipeEliminaBorrador.cgi')).toEqual({
      EFXP_RUT_RECEP: '77111222',
      EHDR_CODIGO: '5001',
      ES_BORR: 'TRUE',
    })
  })

  test('that is still listed was not deleted', async () => {
    const { browser } = desk(list(row()))
    expect(await deleteDraft(browser, company, '5001', 1)).toEqual({
      kind: 'validationRejected',
      text: 'Listo',
    })
  })

  test('that is none of the portal’s throws', async () => {
    const { browser } = desk(list())
    await expect(deleteDraft(browser, company, '1&x', 1)).rejects.toThrow(/draft/)
  })
})
