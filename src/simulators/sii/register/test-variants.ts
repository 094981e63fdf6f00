import { asesoriasPenaMunoz } from '../../world.ts'
import { tell } from '../raw/register.ts'
import type { Act, VariantTable } from '../test-portal.ts'

const [rut, dv] = asesoriasPenaMunoz.rut.split('-')
const period = { rutEmisor: rut, dvEmisor: dv, ptributario: '202610', estadoContab: 'REGISTRO' }

const exported = (tokenRecaptcha: string): Act => {
  return async (browser) => {
    const data = { ...period, codTipoDoc: 0, accionRecaptcha: 'RCV_DDETV', tokenRecaptcha }
    const { body } = await tell(browser, 'getDetalleVentaExport', data)
    return Array.isArray(body?.data) ? String(body.data[1]) : `${body?.respEstado?.codRespuesta}`
  }
}

/** With the usual token, then with none. */
const bothTokens: Act = async (browser) => {
  const seen = [await exported('t-o-k-e-n-web')(browser), await exported('')(browser)]
  return seen.map((text) => (text === '99' ? 'refused' : 'taken')).join()
}

const withoutSession: Act = async (browser) => {
  browser.cookies.clear()
  const { seen, body } = await tell(browser, 'getResumen', { ...period, operacion: 'VENTA' })
  return body === null ? seen.text : JSON.stringify(body)
}

const detailed: Act = async (browser) => {
  const token = { accionRecaptcha: 'RCV_DETV', tokenRecaptcha: 't-o-k-e-n-web' }
  const told = await tell(browser, 'getDetalleVenta', { ...period, codTipoDoc: '33', ...token })
  return JSON.stringify(told.body)
}

const listed: Act = async (browser) => {
  const asked = { tipoDoc: '33', rut, dv, periodo: '2026-10', operacion: 1 }
  const told = await tell(browser, 'getDetalleEmitidos3334', asked, { service: 'consemitidos' })
  return JSON.stringify(told.body)
}

export const registerVariants: Pick<
  VariantTable,
  'facadeSessionLost' | 'registerToken' | 'csvDates' | 'receiverCodes' | 'myDocumentsKeys'
> = {
  facadeSessionLost: [withoutSession, { html: /IngresoRutClave/, 'code-98': /"codRespuesta":98/ }],
  registerToken: [
    bothTokens,
    { usual: /^taken,refused$/, any: /^taken,taken$/, none: /^refused,refused$/ },
  ],
  csvDates: [exported('t-o-k-e-n-web'), { slashes: /;\d\d\/10\/2026;/, hyphens: /;\d\d-10-2026;/ }],
  receiverCodes: [
    detailed,
    { events: /"detEventoReceptor":"ERM"/, letters: /"detEventoReceptor":"A"/ },
  ],
  myDocumentsKeys: [listed, { plain: /"razonSocial":/, short: /"rznSoc":/ }],
}
