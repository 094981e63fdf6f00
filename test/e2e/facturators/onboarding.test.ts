import { describe, expect } from 'vitest'
import { ana } from '#simulators/world.ts'
import { button, expectPath, expectSeen, expectToast, field, heading } from '../fixtures/hands.ts'
import { newcomer, PASSWORD } from '../fixtures/resident.ts'
import { deepTest, testsAt } from '../fixtures/stories.ts'
import { WIDTHS } from '../fixtures/visitor.ts'

describe.each(WIDTHS)('at %i pixels', (width) => {
  const test = testsAt(width)

  test('a wrong clave is said plainly and tried once; the right one then goes on', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await newcomer(city) })
    await page.goto('/onboarding/sii')
    await field(page, 'RUT').fill(ana.rut)
    await field(page, 'Clave tributaria').fill('equivocada')
    await button(page, 'Conectar con el SII').click()
    await expectSeen(page.getByText(/^El SII no aceptó ese RUT con esa clave\./))
    expect(city.sii.wrongClaves()).toEqual({ [ana.rut]: 1 })
    expect(await field(page, 'Clave tributaria').inputValue()).toBe('')
    expect(await field(page, 'RUT').inputValue()).toBe('15.151.515-0')

    await field(page, 'Clave tributaria').fill('equivocada')
    await button(page, 'Conectar con el SII').click()
    await expectSeen(page.getByText(/^Acabas de probar esa misma clave/))
    expect(city.sii.wrongClaves()).toEqual({ [ana.rut]: 1 })

    // A list that can't be read anew undoes nothing.
    let lost = 0
    await page.route('**/api/billing-core/facturators/', (route) => {
      lost += 1
      return lost === 1 ? route.fulfill({ status: 400, json: {} }) : route.continue()
    })
    await field(page, 'Clave tributaria').fill(ana.clave)
    await button(page, 'Conectar con el SII').click()
    await expectToast(page, 'Conectado con el SII')
    await expectPath(page, '/rules/create')
    expect(lost).toBeGreaterThan(0)
  })

  test('on a screen left open the password of the account is asked for first, and then it goes on', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await newcomer(city) })
    await page.goto('/onboarding/sii')
    city.clock.putForward(40 * 60_000)
    await field(page, 'RUT').fill(ana.rut)
    await field(page, 'Clave tributaria').fill(ana.clave)
    await button(page, 'Conectar con el SII').click()
    const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await dialog.getByLabel('Contraseña', { exact: true }).fill('otra-cosa')
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await expectSeen(dialog.getByText('La contraseña no es correcta.'))
    expect(city.sii.sessions()).toEqual([])
    await dialog.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await expectToast(page, 'Conectado con el SII')
    await expectPath(page, '/rules/create')
  })

  test("a failure without a word has ours; a clave that the SII has blocked is the SII's word", async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await newcomer(city) })
    await page.goto('/onboarding/sii')
    await field(page, 'RUT').fill('12.121.212-9')
    await field(page, 'Clave tributaria').fill('demo1234')
    const credentials = '**/billing-sii/credentials/'
    await page.route(credentials, (route) => route.fulfill({ status: 500, json: {} }))
    await button(page, 'Conectar con el SII').click()
    await expectSeen(page.getByText('Error al crear credenciales', { exact: true }))
    await page.unroute(credentials)
    // Nobody judged it: it needn't be typed again.
    expect(await field(page, 'Clave tributaria').inputValue()).toBe('demo1234')
    await button(page, 'Conectar con el SII').click()
    await expectSeen(page.getByText(/^El SII tiene bloqueada la clave de este RUT\./))
  })

  test('a RUT that cannot be never reaches the SII', async ({ city, visit }) => {
    const { page } = await visit({ width, as: await newcomer(city) })
    await page.goto('/onboarding/sii')
    await field(page, 'Clave tributaria').fill(ana.clave)
    const refused = {
      '': 'Escribe tu RUT',
      '15.151.515-1': 'RUT inválido',
      '77.070.707-2': 'El RUT debe ser de una Persona Natural',
    }
    for (const [rut, refusal] of Object.entries(refused)) {
      await field(page, 'RUT').fill(rut)
      await button(page, 'Conectar con el SII').click()
      await expectSeen(page.getByText(refusal, { exact: true }))
    }
    expect(city.sii.sessions()).toEqual([])
  })

  deepTest(
    'the RUT is drawn while typed, and a digit put in the middle stays there',
    async ({ city, visit }) => {
      const { page } = await visit({ width, as: await newcomer(city) })
      await page.goto('/onboarding/sii')
      const rut = field(page, 'RUT')
      const drawn: string[] = []
      for (const key of '1515155K') {
        await rut.press(key)
        drawn.push(await rut.inputValue())
      }
      expect(drawn).toEqual([
        '1',
        '1-5',
        '15-1',
        '151-5',
        '1.515-1',
        '15.151-5',
        '151.515-5',
        '1.515.155-K',
      ])
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', '0']) {
        await rut.press(key)
      }
      expect(await rut.inputValue()).toBe('15.151.055-K')
      // A tenth pushes nothing out; deleting a dot deletes the digit beside it.
      await rut.press('7')
      expect(await rut.inputValue()).toBe('15.151.055-K')
      await rut.press('ArrowLeft')
      await rut.press('ArrowLeft')
      await rut.press('Delete')
      expect(await rut.inputValue()).toBe('1.515.155-K')
      await rut.press('End')
      await rut.press('ArrowLeft')
      await rut.press('Backspace')
      expect(await rut.inputValue()).toBe('151.515-K')
    },
  )

  deepTest(
    'a RUT that was just typed is written over whole, however slow the page',
    async ({ city, visit }) => {
      const { page } = await visit({ width, as: await newcomer(city) })
      await page.goto('/onboarding/sii')
      const rut = field(page, 'RUT')
      // All is selected before the page had time for what it left for later, which then comes before the next key.
      await rut.evaluate(async (input) => {
        if (!(input instanceof HTMLInputElement)) return
        input.focus()
        document.execCommand('insertText', false, '19')
        input.select()
        await new Promise((done) => setTimeout(done))
      })
      await page.keyboard.insertText('15151515-0')
      expect(await rut.inputValue()).toBe('15.151.515-0')
    },
  )

  deepTest('no other screen is announced on the way to the onboarding', async ({ city, visit }) => {
    const { email } = await newcomer(city)
    const { page } = await visit({ width })
    await page.goto('/login')
    await field(page, 'E-mail').fill(email)
    await field(page, 'Contraseña').fill(PASSWORD)
    await button(page, 'Iniciar sesión').click()
    await expectPath(page, '/onboarding/sii')
    await page.addInitScript(noteHeadings)
    for (const path of ['/dashboard', '/rules']) {
      await page.goto(path)
      await expectPath(page, '/onboarding/sii')
      await expectSeen(heading(page, 'Conecta el SII'))
      expect(await page.evaluate(() => Reflect.get(globalThis, 'headings'))).toEqual([
        'Cargando…',
        'Conecta el SII',
      ])
    }
  })

  test('whoever is not connected is led to the onboarding from everywhere', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ width, as: await newcomer(city) })
    for (const path of [
      '/dashboard',
      '/rules',
      '/rules/create',
      '/documents',
      '/facturators',
      '/',
    ]) {
      await page.goto(path)
      await expectPath(page, '/onboarding/sii')
    }
    await page.goto('/onboarding-sii')
    await expectSeen(button(page, 'Conectar con el SII'))
  })
})

/** Every heading that ever stood on the page, however short. */
function noteHeadings(): void {
  const seen: (string | null)[] = []
  Object.assign(globalThis, { headings: seen })
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h1')) {
      if (!seen.includes(textContent)) seen.push(textContent)
    }
  }).observe(document, { childList: true, subtree: true })
}
