import { expect, test } from 'vitest'
import { ana, asesoriasPenaMunoz } from '../../world.ts'
import type { RawBrowser } from '../raw/browser.ts'
import { fieldsOf } from '../raw/browser.ts'
import { formFields } from '../raw/walk.ts'
import { PORTAL, withSimulator } from '../test-portal.ts'

const ground = withSimulator()
const LIST = '/www4/mipymeinternetui/services/data/borradorService/listaBorrador'

function enter(): Promise<RawBrowser> {
  return ground().enter(ana, asesoriasPenaMunoz.rut)
}

async function save(browser: RawBrowser, changed: Record<string, string> = {}): Promise<string> {
  const fields = { ...formFields(), ES_BORR: 'TRUE', ...changed }
  return (await browser.post(`${PORTAL}/mipeGrabaBorrador.cgi`, fields)).text
}

async function listed(browser: RawBrowser): Promise<Record<string, string>[]> {
  return JSON.parse(Buffer.from((await browser.get(LIST)).bytes).toString('utf8'))
}

test('a draft is saved without saying its number, listed with its texts encoded twice', async () => {
  const browser = await enter()
  expect(await save(browser)).toContain('Su documento borrador ha sido grabado/actualizado con')
  const [draft, ...others] = await listed(browser)
  expect(others).toEqual([])
  expect(draft).toMatchObject({
    ptdc_CODIGO: '33',
    efxp_FCH_EMIS: '2026-11-20 12:00:00',
    efxp_RUT_RECEP: '90909090',
    efxp_MNT_TOTAL: '1190',
  })
  expect(draft?.['efxp_RZN_SOC_RECEP']).toMatch(/^COMERCIALIZADORA Ã.UBLE/)
})

test('a draft opens as the form it was, changes by its number and goes when deleted', async () => {
  const browser = await enter()
  await save(browser)
  const id = (await listed(browser))[0]?.['ehdr_CODIGO'] ?? ''
  const opened = await browser.get(
    `${PORTAL}/mipeGenFacEx.cgi?PTDC_CODIGO=33&ES_BORR=TRUE&VALOR=${id}&IGUAL=CODIGO&RUT=77070707&DV=2&TPO_DOC_GEN=33`,
  )
  expect(fieldsOf(opened.text, 'VIEW_EFXP')).toMatchObject({
    EHDR_CODIGO: id,
    ES_BORR: 'TRUE',
    EFXP_NMB_01: 'Asesoría de noviembre',
    EFXP_RZN_SOC_RECEP: 'COMERCIALIZADORA ÑUBLE & CÍA. LTDA.',
  })
  await save(browser, { EHDR_CODIGO: id, EFXP_MNT_TOTAL: '2380' })
  expect((await listed(browser)).map((one) => one['efxp_MNT_TOTAL'])).toEqual(['2380'])
  const gone = await browser.post(`${PORTAL}/mipeEliminaBorrador.cgi`, {
    ...formFields(),
    ES_BORR: 'TRUE',
    EHDR_CODIGO: id,
  })
  expect(gone.text).toContain('ha sido eliminado')
  expect(await listed(browser)).toEqual([])
})

test('a draft is nothing issued, belongs to its company, and there are a hundred at most', async () => {
  const browser = await enter()
  const before = ground().simulator.admin.ledger()
  for (let at = 0; at < 100; at += 1) await save(browser)
  expect(await save(browser)).toContain('Ha superado el maximo de borradores')
  expect(await listed(browser)).toHaveLength(100)
  expect(ground().simulator.admin.ledger()).toEqual(before)
  expect(await save(browser, { ES_BORR: 'FALSE' })).toContain('no ha sido bien recepcionado')
  expect((await browser.post(LIST, {})).status).toBe(500)
  expect(await listed(await ground().enter(ana))).toEqual([])
})
