import { expect, test } from 'vitest'
import { demoWorld } from '../demonstration.ts'
import { aseoDelSur, asesoriasPenaMunoz, ana, rodrigo } from '../world.ts'
import { NOON_MS, PORTAL, withSimulator } from './test-portal.ts'
import { tell } from './raw/register.ts'

const ground = withSimulator(demoWorld)

const MINUTE_MS = 60_000
const made = [
  { person: ana, company: asesoriasPenaMunoz, receiverRut: '90909090-3' },
  { person: rodrigo, company: aseoDelSur, receiverRut: '94949494-2' },
] as const

/** The register's row of what was issued last, with the minutes that passed since. */
async function rowAfter(minutes: number, { person, company, receiverRut }: (typeof made)[number]) {
  const { simulator, enter } = ground()
  const line = { name: 'Asesoría', description: '', quantity: 1, unitClp: 10_000 }
  const factura = { issuerRut: company.rut, sentByRut: person.rut, receiverRut, lines: [line] }
  const { folio } = simulator.admin.issueByHand(factura)
  simulator.admin.setClock(NOON_MS + minutes * MINUTE_MS)
  const browser = await enter(person, company.rut)
  const [rutEmisor, dvEmisor] = company.rut.split('-')
  const { body } = await tell(browser, 'getDetalleVenta', {
    rutEmisor,
    dvEmisor,
    ptributario: '202611',
    estadoContab: 'REGISTRO',
    codTipoDoc: '33',
    accionRecaptcha: 'RCV_DETV',
    tokenRecaptcha: 't-o-k-e-n-web',
  })
  const list = await browser.get(`${PORTAL}/mipeAdminDocsEmi.cgi?FOLIO=${folio}&TPO_DOC=33`)
  const rows = Array.isArray(body?.data) ? body.data : []
  return { row: rows.find(({ detNroDoc }) => detNroDoc === folio), list: list.text }
}

test('in the demonstration one receiver accepts and another claims, some minutes later', async () => {
  const [accepted, claimed] = made
  expect(await rowAfter(10, accepted)).toEqual({
    row: expect.objectContaining({
      detEventoReceptor: 'ACD',
      detFecAcuse: '20/11/2026 12:03:00',
      detFecReclamado: null,
    }),
    list: expect.stringContaining('Aceptado por el Receptor'),
  })
  ground().simulator.admin.setClock(NOON_MS)
  expect(await rowAfter(10, claimed)).toEqual({
    row: expect.objectContaining({
      detEventoReceptor: 'RCD',
      detFecAcuse: null,
      detFecReclamado: '20/11/2026 12:05:00',
    }),
    list: expect.stringContaining('Rechazado por el Receptor'),
  })
})

test('nobody reacts before their time', async () => {
  expect(await rowAfter(2, made[0])).toMatchObject({ row: { detEventoReceptor: null } })
})
