import { describe } from 'vitest'
import { listFacturators } from '#contract/facturators.ts'
import { ana, asesoriasPenaMunoz, rodrigo } from '#simulators/world.ts'
import { button, expectGone, expectSeen, field, heading, link } from '../fixtures/hands.ts'
import { addRule, connect, documentOf, issueNow, resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { PHONE } from '../fixtures/visitor.ts'

describe.each(widthsOf(PHONE))('at %i pixels, with another connection active', (width) => {
  test('a refused certificate password is told in the inbox and corrected there', async ({
    city,
    visit,
  }) => {
    const as = await resident(city, ana)
    const rule = await addRule(as)
    const own = await connectionOf(as)
    const path = `/billing-sii/facturators/${own}/certificate/`
    await as.ask('PUT', path, { certificate_password: 'clave-mala' })
    await issueNow(as, rule)
    await documentOf(as, rule, 'queued')
    const other = await connect(as, rodrigo)
    await as.ask('POST', '/billing-core/facturators/active/', { type: 'sii', id: other })
    const { page } = await visit({ as, width })
    await page.goto('/attention')
    await expectSeen(heading(page, /el SII rechazó la clave de tu certificado$/))
    await expectSeen(page.getByText(asesoriasPenaMunoz.name).first())
    await page.getByRole('link', { name: /^documento para / }).click()
    await expectSeen(page.getByText('Te espera', { exact: true }))
    await expectSeen(
      page.getByText(
        'Está lista y no se ha emitido nada. No se envía al SII hasta que lo resuelvas.',
      ),
    )
    await expectSeen(field(page, 'Clave del certificado'))
    await expectSeen(page.getByText('Te quedan 2 intentos antes de esperar una hora.'))
    await link(page, rule.name).click()
    await expectSeen(heading(page, 'Editar regla'))
    await expectSeen(page.getByText(/^El SII tiene un certificado centralizado de ANA MARÍA/))
    await page.goto('/attention')
    await page.getByRole('button', { name: /^Escribir la clave/ }).click()
    await field(page, 'Clave del certificado').fill(ana.certificatePassword ?? '')
    await button(page, 'Guardar').click()
    await expectGone(heading(page, /el SII rechazó la clave de tu certificado$/))
    await documentOf(as, rule, 'issued')
    await page.goto('/documents')
    await expectSeen(page.getByText(/^Factura N° \d+/))
    await expectSeen(page.getByText(asesoriasPenaMunoz.name).first())
  })
})

async function connectionOf({ ask }: Awaited<ReturnType<typeof resident>>): Promise<number> {
  const made = await ask('GET', '/billing-core/facturators/')
  return listFacturators.reply.parse(made).active?.id ?? 0
}
