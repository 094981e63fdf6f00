import { describe, expect, test } from 'vitest'
import type { Reply } from '../http/test-browser.ts'
import { browserBefore, postedTo, visitOf } from '../http/test-browser.ts'
import { readAnnulled } from './annulment.ts'
import { createBoletas } from './boletas.ts'
import { PERSON } from './test-boletas.ts'

const start = `<p>Paso 1 de 3</p><form name="formulario" action="TMBANU_ConfirmarAnulacion.cgi">
<input type="hidden" name="a" value="b"><input type="text" name="Txt_BoletaAnular"></form>`
const confirm = `<p>Paso 2 de 3</p><script>xml_values['Monto_Boleta'] = formatMiles("100000",".");</script>
<form name="formulario"><input type="hidden" name="Txt_BoletaAnular" value="341"><input type="hidden" name="c" value="d">
<input type="button" name="ConfirmarAnulacion" value="Confirmar"></form>`
const done = `<p>Paso 3 de 3</p><script>xml_values['Monto_Boleta'] = formatMiles("100000",".");</script>`

function open(changes: Record<string, Reply> = {}) {
  const pages: Record<string, Reply> = {
    'TMBANU_PrevalidaAnulacion.cgi': start,
    'TMBANU_ConfirmarAnulacion.cgi': confirm,
    'TMBANU_RecepcionAnulacion.cgi': done,
    ...changes,
  }
  const { browser, asked, names } = browserBefore((_, name) => {
    const reply = pages[name]
    return reply === undefined ? { status: 404 } : reply
  })
  return { boletas: createBoletas(browser, PERSON, 1000), asked, names }
}

describe('an annulment', () => {
  test('is prepared, then sent once', async () => {
    const { boletas, asked, names } = open()
    const prepared = await boletas.prepareAnnulment(341, 3)
    expect(prepared).toMatchObject({ kind: 'ok', value: { folio: 341, grossClp: 100_000 } })
    expect(names()).toHaveLength(2)
    expect(postedTo(asked, 'TMBANU_ConfirmarAnulacion.cgi')).toEqual({
      a: 'b',
      rut_arrastre: '11111111',
      dv_arrastre: '1',
      origen: 'SEXTO',
      Txt_BoletaAnular: '341',
      OptCausaAnulacion: '3',
    })
    if (prepared.kind !== 'ok') return
    expect(await prepared.value.send(() => true)).toMatchObject({ kind: 'annulled' })
    expect(postedTo(asked, 'TMBANU_RecepcionAnulacion.cgi')).toEqual({
      Txt_BoletaAnular: '341',
      c: 'd',
    })
    expect(asked.at(-1)?.freshConnection).toBe(true)
    await expect(prepared.value.send(() => true)).rejects.toThrow(/second time/)
  })

  test('is not sent when the checkpoint says no', async () => {
    const { boletas, names } = open()
    const prepared = await boletas.prepareAnnulment(341, 1)
    const outcome = prepared.kind === 'ok' ? await prepared.value.send(() => false) : prepared
    expect(outcome).toEqual({ kind: 'notSent' })
    expect(names()).toHaveLength(2)
  })

  const stops: [string, string, string, string][] = [
    [
      'one that does not exist',
      '<p>No existe la boleta 341</p>',
      'notFound',
      'No existe la boleta 341',
    ],
    [
      'one annulled before',
      '<p>La boleta ya est&aacute; anulada</p>',
      'validationRejected',
      'La boleta ya está anulada',
    ],
    ['the first step again', start, 'validationRejected', 'Paso 1 de 3'],
    ['another boleta', confirm.replace('341', '342'), 'portalChanged', 'Txt_BoletaAnular'],
  ]
  test.each(stops)('of %s goes no further', async (_, page, kind, text) => {
    const { boletas } = open({ 'TMBANU_ConfirmarAnulacion.cgi': page })
    expect(await boletas.prepareAnnulment(341, 1)).toEqual({ kind, text })
  })

  test('that may not begin says why', async () => {
    const login = open({ 'TMBANU_PrevalidaAnulacion.cgi': '<title>Autenticaci&oacute;n</title>' })
    expect(await login.boletas.prepareAnnulment(341, 1)).toEqual({ kind: 'sessionExpired' })
  })
})

describe('what follows it', () => {
  const pages: [string, string, string][] = [
    ['the third step', done, 'annulled'],
    ['the third step without an amount', '<p>Paso 3 de 3</p>', 'annulled'],
    ['an amount alone', done.replace('Paso 3 de 3', ''), 'annulled'],
    ['annulled already', '<p>La boleta ya se encuentra anulada</p>', 'annulled'],
    ['the question again', confirm, 'uncertain'],
    ['nothing', '', 'uncertain'],
    ['an error', '<p>No se puede anular</p>', 'uncertain'],
    ['the login page', '<title>Autenticaci&oacute;n</title>', 'uncertain'],
  ]
  test.each(pages)('%s', (_, page, kind) => {
    expect(readAnnulled(visitOf(page))).toMatchObject({ kind })
  })

  test('an answer lost, late or broken is uncertain', () => {
    const failed = (cause: 'network' | 'timeout') =>
      readAnnulled({ kind: 'failed', cause, code: 'X' })
    expect(failed('network')).toMatchObject({ cause: 'connectionLost' })
    expect(failed('timeout')).toMatchObject({ cause: 'timeout' })
    expect(readAnnulled(visitOf(done, { status: 503 }))).toMatchObject({ cause: 'serverError' })
  })
})
