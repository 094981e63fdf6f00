import { asesoriasPenaMunoz } from '../../world.ts'
import { tell } from '../raw/register.ts'
import type { Act, ScenarioRow } from '../test-portal.ts'

const [rut, dv] = asesoriasPenaMunoz.rut.split('-')
const period = {
  rutEmisor: rut,
  dvEmisor: dv,
  ptributario: '202610',
  estadoContab: 'REGISTRO',
  operacion: 'VENTA',
}

const ask =
  (method: string, more: Record<string, unknown> = {}): Act =>
  async (browser) =>
    JSON.stringify((await tell(browser, method, { ...period, ...more })).body?.respEstado)
const summary = ask('getResumen')
const detail = ask('getDetalleVenta', {
  codTipoDoc: '33',
  accionRecaptcha: 'RCV_DETV',
  tokenRecaptcha: 't-o-k-e-n-web',
})
const listing: Act = async (browser) => {
  const data = { periodo: '2026-10', rutContribuyente: rut, dvContribuyente: dv, operacion: 1 }
  const told = await tell(browser, 'getResumen', data, { service: 'consemitidos' })
  return JSON.stringify(told.body?.respEstado)
}

const WELL = /"codRespuesta":0,/

/** The register of Ana's company, as every scenario bends it. */
export const registerScenarios = {
  'register-empty': [summary, WELL, /"codRespuesta":3,/],
  'register-error': [ask('getDcvEmpresasAutorizadas'), WELL, /"codRespuesta":2,/],
  'register-session': [summary, WELL, /"codRespuesta":98,/],
  'register-period': [summary, WELL, /"codRespuesta":99,.*201705/],
  'register-token': [detail, WELL, /"codRespuesta":99,.*El token no es valido/],
  'register-state': [summary, WELL, /"codRespuesta":99,.*estadoContab/],
  'register-unknown-code': [summary, WELL, /"codRespuesta":57,/],
  'my-documents-error': [listing, WELL, /"codRespuesta":2,/],
} satisfies Record<string, ScenarioRow>
