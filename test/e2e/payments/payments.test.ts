import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { readPayment } from '#contract/payments.ts'
import { addDays, formatDay } from '#domain/day.ts'
import { checkDigit } from '#domain/rut.ts'
import {
  button,
  expectFocus,
  expectGone,
  expectPath,
  expectSeen,
  expectText,
  expectToast,
  field,
  heading,
  link,
} from '../fixtures/hands.ts'
import type { City } from '../fixtures/city.ts'
import {
  addRule,
  companies,
  followedPayments,
  issuedDocument,
  listRules,
  PASSWORD,
  resident,
  sharedPath,
  type Resident,
} from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { refundUnseen } from '../tours/refund-unseen.ts'
import { deepTest, widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDE } from '../fixtures/visitor.ts'
import { soonAfter } from '../fixtures/today.ts'

const TOTAL = '$119.000'

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('payments are switched on with the account that clients transfer to, by the password', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await issuedDocument(ana)
    const { page } = await visit({ as: ana, width })
    await page.goto('/payments')
    await expectSeen(heading(page, 'Aún no sigues tus pagos'))
    await link(page, 'Activar cobros').click()
    await expectPath(page, '/payments/terms')
    await field(page, 'Seguir los pagos de esta empresa').check()
    await field(page, 'Mostrar una cuenta bancaria').check()
    await button(page, 'Guardar').click()
    await expectFocus(field(page, 'Banco'))
    await field(page, 'Banco').selectOption('BancoEstado')
    await field(page, 'Tipo de cuenta').selectOption('CuentaRUT')
    await field(page, 'Número de cuenta').fill('11111111')
    await field(page, 'Titular').fill('Ana Muñoz')
    await field(page, 'RUT del titular').fill('11.111.111-1')
    await field(page, 'Correo para el comprobante').fill('cobranza@empresa.example')
    // Longer ago than a sign-in proves who it is.
    city.clock.putForward(40 * 60_000)
    await button(page, 'Guardar').click()
    const question = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await field(question, 'Contraseña').fill(PASSWORD)
    await button(question, 'Confirmar').click()
    await expectToast(page, 'Guardado')
    await expectSeen(page.getByText('La cuenta es de otro RUT que la empresa.'))
    await link(page, 'Por cobrar').first().click()
    await expectSeen(page.getByText('Te deben'))
    await expectSeen(page.getByRole('main').getByText(TOTAL).first())
  })
})

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('reminders are switched on once their list was shown, and off again', async ({
    city,
    visit,
  }) => {
    const { ana } = await owed(city)
    const { page } = await visit({ as: ana, width })
    await page.goto('/payments/terms')
    await expectSeen(page.getByText('Están apagados: nadie recibe recordatorios.'))
    await button(page, 'Ver qué se enviaría y activar').click()
    const dialog = page.getByRole('dialog', { name: 'Esto se enviaría' })
    await expectSeen(dialog.getByText(/^De lo que venció|^Así, con lo que hoy/).first())
    await button(dialog, 'Activar recordatorios').click()
    await expectToast(page, 'Recordatorios activados')
    await expectSeen(page.getByText('Están activos para lo que vence desde el', { exact: false }))
    await page.goto('/payments')
    const mute = page.getByRole('button', { name: /^No enviar recordatorios a / })
    await mute.click()
    await expectSeen(page.getByText(/· Sin recordatorios$/))
    await page.getByRole('button', { name: /^Volver a enviar recordatorios a / }).click()
    await expectSeen(mute)
    await page.goto('/payments/terms')
    await button(page, 'Desactivar').click()
    await expectSeen(page.getByText('Están apagados: nadie recibe recordatorios.'))
  })
})

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('a client declares a transfer with its voucher, and the owner’s open screens follow', async ({
    city,
    visit,
  }) => {
    // Specification 1: a link is paid by bank transfer.
    const { ana, document } = await owed(city)
    const path = await sharedPath(ana, document.id)
    const { page: owner } = await visit({ as: ana, width: WIDE })
    await owner.goto(`/documents/${document.id}`)
    const panel = owner.getByRole('region', { name: 'Pago' })
    await expectText(panel, /Por pagar|Por cobrar/)

    const { page: client } = await visit({ width })
    await client.goto(path)
    await expectSeen(client.getByText(`Por pagar. Vence el ${formatDay(addDays(city.today, 30))}.`))
    await expectSeen(client.getByText('12345678', { exact: true }))
    await button(client, 'Ya transferí').click()
    const dialog = client.getByRole('dialog', { name: 'Avisa que transferiste' })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'comprobante.png', mimeType: 'image/png', buffer: PNG })
    await button(dialog, 'Avisar').click()
    await expectGone(dialog)
    await expectSeen(client.getByText(/^Avisaste que transferiste \$119\.000\./))
    await expectGone(client.getByText('12345678', { exact: true }))
    await expectGone(button(client, 'Ya transferí'))
    await button(client, 'Corregir mi aviso').click()
    await field(dialog, '¿Qué día transferiste?').fill(addDays(city.today, -1))
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'comprobante.png', mimeType: 'image/png', buffer: PNG })
    await button(dialog, 'Avisar').click()
    await expectGone(dialog)

    await expectSeen(
      panel.getByText(
        `Tu cliente avisó que transfirió $119.000 el ${formatDay(addDays(city.today, -1))}`,
      ),
    )
    await expectSeen(button(panel, 'Descargar comprobante'))
    await button(panel, 'Sí, llegó').click()
    await expectSeen(panel.getByText('Pagado completo.'))
    await client.reload()
    await expectSeen(client.getByText('Está pagado. ¡Gracias!'))
    await expectGone(button(client, 'Ya transferí'))
    const coming = client.waitForEvent('download')
    await link(client, 'Descargar comprobante').click()
    expect((await coming).suggestedFilename()).toMatch(/^Comprobante de pago Factura N. \d+\.pdf$/)
    expect(await paymentOf(ana, document.id)).toMatchObject({ state: 'paid', paid: 119_000 })
  })

  deepTest(
    'a declaration of another browser is kept beside the first, and too much is asked about',
    async ({ city, visit }) => {
      const { ana, document } = await owed(city)
      const path = await sharedPath(ana, document.id)
      await declared(city, path)
      const { page: client } = await visit({ width })
      await client.goto(path)
      await expectSeen(client.getByText(/^Ya se avisaron \$119\.000 por transferencia\./))
      await expectGone(button(client, 'Corregir mi aviso'))
      await button(client, 'Avisar otra transferencia').click()
      const dialog = client.getByRole('dialog', { name: 'Avisa que transferiste' })
      await button(dialog, 'Avisar').click()
      await expectGone(dialog)

      const { page } = await visit({ as: ana, width })
      await page.goto(`/documents/${document.id}`)
      const panel = page.getByRole('region', { name: 'Pago' })
      await expect.poll(() => button(panel, 'Sí, llegó').count()).toBe(2)
      await button(panel, 'Sí, llegó').first().click()
      await expectSeen(panel.getByText('Pagado completo.'))
      await button(panel, 'Sí, llegó').click()
      const question = page.getByRole('dialog', { name: '¿Llegaron $119.000 de más?' })
      await button(question, 'Sí, llegó').click()
      await expectSeen(panel.getByText('Llegaron $119.000 de más.', { exact: false }))
      await expectGone(question)
    },
  )

  test('several declared transfers wait in the inbox and are confirmed at once', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    await followedPayments(ana)
    const ids: number[] = []
    for (const ruts of [['60803000-K'], ['90909090-3']]) {
      const { document } = await issuedDocument(ana, { ruts, name: `Regla ${ruts[0]}` })
      ids.push(document.id)
      await declared(city, await sharedPath(ana, document.id))
    }
    const { page } = await visit({ as: ana, width })
    await page.goto('/attention')
    const asks = page.getByText(/: tu cliente avisó que te transfirió$/)
    await expect.poll(() => asks.count()).toBe(2)
    await page.goto('/payments')
    await expectSeen(heading(page, 'Avisos de transferencia'))
    for (const box of await page.getByRole('checkbox', { name: /^Elegir el aviso de/ }).all()) {
      await box.check()
    }
    await button(page, 'Confirmar los 2 elegidos').click()
    await expectToast(page, 'Transferencia confirmada')
    await expectSeen(heading(page, 'Nadie te debe nada'))
    for (const id of ids) expect((await paymentOf(ana, id)).state).toBe('paid')
  })
})

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  deepTest(
    'several declared transfers that did not come are rejected at once',
    async ({ city, visit }) => {
      const ana = await resident(city)
      await followedPayments(ana)
      const ids: number[] = []
      for (const ruts of [['60803000-K'], ['90909090-3']]) {
        const { document } = await issuedDocument(ana, { ruts, name: `Regla ${ruts[0]}` })
        ids.push(document.id)
        await declared(city, await sharedPath(ana, document.id))
      }
      const { page } = await visit({ as: ana, width })
      await page.goto('/payments')
      await expectSeen(heading(page, 'Avisos de transferencia'))
      for (const box of await page.getByRole('checkbox', { name: /^Elegir el aviso de/ }).all()) {
        await box.check()
      }
      await button(page, 'Rechazar los 2 elegidos').click()
      await expectToast(page, 'Aviso rechazado')
      await expectGone(heading(page, 'Avisos de transferencia'))
      for (const id of ids) expect((await paymentOf(ana, id)).state).toBe('due')
    },
  )

  test('a payment whose refund may have been made is offered no other refund, and says why', async ({
    city,
    visit,
  }) => {
    const { ana, document } = await owed(city)
    const came = { day: city.today, amount: 119_000, way: 'transfer', note: '' }
    await ana.ask('POST', `/documents/${document.id}/payments/`, came)
    const { page } = await visit({ as: ana, width })
    const place = refundUnseen(document.id)
    await place.prepare?.(page)
    await page.goto(place.path)
    await expectSeen(
      page.getByText(
        'No se puede devolver otra vez hasta que digas si la devolución anterior se hizo.',
      ),
    )
    await expectGone(button(page, 'Devolver'))
    await expectGone(button(page, 'Anotar una devolución'))
    await button(page, 'Sí se devolvió').click()
    const sure = page.getByRole('dialog', { name: '¿Se devolvieron los $48.750?' })
    await button(sure, 'Cancelar').click()
    await expectGone(sure)
    await place.leave?.(page)
    await page.reload()
    await expectSeen(button(page, 'Anotar una devolución'))
  })

  deepTest(
    'a transfer that was given back is put on record, and its page says so',
    async ({ city, visit }) => {
      const { ana, document } = await owed(city)
      const path = await sharedPath(ana, document.id)
      const { page } = await visit({ as: ana, width })
      await page.goto(`/documents/${document.id}`)
      await recorded(page, '119.000')
      const panel = page.getByRole('region', { name: 'Pago' })
      await button(panel, 'Anotar una devolución').click()
      await button(page.getByRole('dialog', { name: 'Anotar una devolución' }), 'Guardar').click()
      await expectToast(page, 'Devolución anotada')
      const { page: payer } = await visit({ width })
      await payer.goto(path)
      await expectSeen(payer.getByText('Se devolvieron los $119.000 que habías pagado.'))
      await expectSeen(
        payer.getByText(`Por pagar. Vence el ${formatDay(addDays(city.today, 30))}.`),
      )
    },
  )

  deepTest(
    'days to pay are the company’s until a client or a rule has its own',
    async ({ city, visit }) => {
      const ana = await resident(city)
      await followedPayments(ana)
      const rule = await addRule(ana, { on: 'SOON' })
      const dueIn = (days: number) => formatDay(addDays(soonAfter(city.today), days))
      const { page } = await visit({ as: ana, width })
      const at = (step: string) => page.goto(`/rules/edit/${rule.id}?step=${step}`)
      await at('review')
      await expectSeen(page.getByText(`Plazo de pago: 30 días. La próxima vence el ${dueIn(30)}.`))
      await at('clients')
      await button(page, 'Editar SERVICIO DE IMPUESTOS INTERNOS').click()
      const dialog = page.getByRole('dialog')
      await field(dialog, DAYS).fill('400')
      await button(dialog, 'Guardar').click()
      await expectSeen(dialog.getByText('Escribe un plazo entre 0 y 365 días'))
      await field(dialog, DAYS).fill('10')
      await button(dialog, 'Guardar').click()
      await expectSeen(page.getByText(/ · paga a 10 días$/))
      const next = () => button(page, 'Siguiente').click()
      await next()
      await expectSeen(heading(page, '¿Qué facturas?'))
      await next()
      await expectSeen(heading(page, '¿Cuándo se emite?'))
      await next()
      await expectSeen(heading(page, '¿Enviamos el documento por correo?'))
      await next()
      await expectSeen(page.getByText(`Plazo de pago: 10 días. La próxima vence el ${dueIn(10)}.`))
      await button(page, 'Cambiar Fechas').click()
      await field(page, DAYS).fill('366')
      await expectSeen(page.getByText('Escribe un plazo entre 0 y 365 días'))
      await field(page, DAYS).fill('15')
      await next()
      await expectSeen(heading(page, '¿Enviamos el documento por correo?'))
      await next()
      await expectSeen(page.getByText(`Plazo de pago: 15 días. La próxima vence el ${dueIn(15)}.`))
      await button(page, 'Guardar cambios').click()
      await expectToast(page, 'Regla actualizada')
      expect((await listRules(ana))[0]?.due_days).toBe(15)
    },
  )
})

describe.each(widthsOf(WIDE))('at %i pixels', (width) => {
  test('a payment is recorded by hand, corrected and undone, and each stays to be read', async ({
    city,
    visit,
  }) => {
    const { ana, document } = await owed(city)
    const { page } = await visit({ as: ana, width })
    await page.goto(`/documents/${document.id}`)
    const panel = page.getByRole('region', { name: 'Pago' })
    await recorded(page, '150.000')
    await expectSeen(panel.getByText('Llegaron $31.000 de más.', { exact: false }))
    await button(panel, 'Queda a su favor').click()
    const agreed = page.getByRole('dialog', { name: '¿Dejar $31.000 a favor de tu cliente?' })
    await button(agreed, 'Queda a su favor').click()
    await expectSeen(panel.getByText('Llegaron $31.000 de más y quedan a favor de tu cliente.'))
    await page.goto(`/documents/${document.id}/nota`)
    await expectSeen(page.getByText('Ya te pagaron $150.000'))
    await expectSeen(page.getByText('Con esta nota sobran $150.000.', { exact: false }))
    await page.goto(`/documents/${document.id}`)
    await button(panel, 'Corregir').click()
    const dialog = page.getByRole('dialog', { name: 'Corregir el pago' })
    await field(dialog, 'Monto').fill('50.000')
    await button(dialog, 'Guardar').click()
    await expectSeen(
      panel.getByText('Llegaron $50.000 de $119.000. Faltan $69.000.', { exact: false }),
    )
    await expectSeen(panel.getByText(/^Deshecho por/))
    await button(panel, 'Deshacer').click()
    await button(page.getByRole('dialog'), 'Deshacer').click()
    await expectSeen(panel.getByText(`Vence el ${formatDay(addDays(city.today, 30))}.`))
    await page.goto('/documents?payment=due')
    await expectSeen(page.getByRole('main').getByRole('listitem').getByText('Por pagar'))
  })

  deepTest(
    'money that is recorded while a transfer is declared says whether it is that one',
    async ({ city, visit }) => {
      const { ana, document } = await owed(city)
      await declared(city, await sharedPath(ana, document.id))
      const { page } = await visit({ as: ana, width })
      await page.goto(`/documents/${document.id}`)
      const panel = page.getByRole('region', { name: 'Pago' })
      await button(panel, 'Registrar un pago').click()
      const dialog = page.getByRole('dialog', { name: 'Registrar un pago' })
      await button(dialog, 'Guardar').click()
      await expectSeen(dialog.getByText('Elige una respuesta'))
      await dialog.getByRole('radio', { name: `Sí, $119.000 del ${formatDay(city.today)}` }).check()
      await button(dialog, 'Guardar').click()
      await expectToast(page, 'Pago registrado')
      await expectSeen(panel.getByText('Pagado completo.'))
      await expectGone(button(panel, 'Sí, llegó'))
    },
  )

  deepTest(
    'declared transfers are shown although nobody owes, and a stale form shows what others saved',
    async ({ city, visit }) => {
      const { ana, document } = await owed(city)
      await declared(city, await sharedPath(ana, document.id))
      const { page } = await visit({ as: ana, width })
      const { page: other } = await visit({ as: ana, width })
      await page.goto('/payments/terms')
      await other.goto('/payments/terms')
      const days = (of: Page) => field(of, 'Plazo en días')
      await days(page).fill('15')
      await days(other).fill('20')
      city.clock.putForward(1_000)
      await button(page, 'Guardar').click()
      await expectToast(page, 'Guardado')
      await button(other, 'Guardar').click()
      const superseded = other.getByRole('main').getByText(/^Alguien cambió estos datos/)
      await expectSeen(superseded)
      await expect.poll(() => days(other).inputValue()).toBe('15')
      await days(other).fill('no')
      await field(other, 'Seguir los pagos de esta empresa').uncheck()
      await button(other, 'Guardar').click()
      await expectToast(other, 'Guardado')
      await expectGone(superseded)
      await page.goto(`/documents/${document.id}`)
      await recordedAs(page, 'No, es otro pago')
      await page.goto('/payments')
      await expectSeen(heading(page, 'Avisos de transferencia'))
      await expectSeen(heading(page, 'Aún no sigues tus pagos'))
      await expectSeen(page.getByText('ya estaba pagado', { exact: false }))
      await expectGone(page.getByRole('checkbox'))
      await button(page, 'Sí, llegó').click()
      const question = page.getByRole('dialog', { name: '¿Llegaron $119.000 de más?' })
      await expectSeen(
        question.getByText(`SERVICIO DE IMPUESTOS INTERNOS · Factura ${document.folio}`),
      )
    },
  )

  deepTest('clients beyond the first fifty are listed at a wish', async ({ city, visit }) => {
    const ana = await resident(city)
    await followedPayments(ana)
    const [company] = await companies(ana)
    const facts = Array.from({ length: 60 }, (_, n) => ({
      folio: 5_000 + n,
      rut: `${76_100_000 + n}-${checkDigit(76_100_000 + n)}`,
      name: `Cliente ${n} SpA`,
      amount: 100_000 + n * 1_190,
      issueDay: addDays(city.today, -n),
    }))
    await city.owedDocuments(company?.id ?? 0, facts)
    const { page } = await visit({ as: ana, width })
    await page.goto('/payments')
    await expectSeen(page.getByText('50 de 60 clientes'))
    await expectGone(link(page, 'Cliente 0 SpA'))
    await button(page, 'Ver más clientes').click()
    await expectSeen(page.getByText('60 de 60 clientes'))
    await expectSeen(link(page, 'Cliente 0 SpA'))
    await expectGone(button(page, 'Ver más clientes'))
  })

  deepTest('a due day years away is told at its field', async ({ city, visit }) => {
    const { ana, document } = await owed(city)
    const { page } = await visit({ as: ana, width })
    await page.goto(`/documents/${document.id}`)
    await button(page, 'Más acciones de pago').click()
    await page.getByRole('menuitem', { name: 'Cambiar vencimiento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar vencimiento' })
    await field(dialog, 'Vencimiento').fill('2062-12-05')
    await button(dialog, 'Guardar').click()
    await expectSeen(dialog.getByText(/hasta dos años después de la emisión/))
  })
})

const DAYS = 'Plazo de pago en días (opcional)'

async function recordedAs(page: Page, answer: string): Promise<void> {
  await button(page.getByRole('region', { name: 'Pago' }), 'Registrar un pago').click()
  const dialog = page.getByRole('dialog', { name: 'Registrar un pago' })
  await dialog.getByRole('radio', { name: answer }).check()
  await button(dialog, 'Guardar').click()
  await expectToast(page, 'Pago registrado')
}

/** Ana's payments are followed, and one document of 119.000 pesos is owed. */
async function owed(city: City) {
  const ana = await resident(city)
  await followedPayments(ana)
  const { document } = await issuedDocument(ana)
  return { ana, document }
}

async function recorded(page: Page, amount: string): Promise<void> {
  await button(page.getByRole('region', { name: 'Pago' }), 'Registrar un pago').click()
  const dialog = page.getByRole('dialog', { name: 'Registrar un pago' })
  await field(dialog, 'Monto').fill(amount)
  await button(dialog, 'Guardar').click()
  await expectToast(page, 'Pago registrado')
}

async function paymentOf({ ask }: Resident, id: number) {
  return readPayment.reply.parse(await ask('GET', `/documents/${id}/payment/`))
}

/** "Ya transferí", as whoever has the link says it. */
async function declared({ url, today: day }: City, path: string): Promise<void> {
  const body = JSON.stringify({ amount: 119_000, day })
  const headers = { 'content-type': 'application/json' }
  const at = `${url}/api/shared-documents/${path.replace('/d/', '')}/declarations/`
  const reply = await fetch(at, { method: 'POST', headers, body })
  expect(reply.status).toBe(201)
}

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
