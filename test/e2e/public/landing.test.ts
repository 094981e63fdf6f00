import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import * as contract from '#contract/index.ts'
import { formatClp } from '#domain/money.ts'
import { documentCharge, ENGLISH_PAGE_PRICE_UF, priceClp } from '#domain/prices.ts'
import { uf, type Uf } from '#domain/uf.ts'
import type { City } from '../fixtures/city.ts'
import { button, expectPath, expectSeen, field, heading, link } from '../fixtures/hands.ts'
import { resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { deepTest, testsAt, widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDTHS } from '../fixtures/visitor.ts'

const SECTIONS = [
  ['Preguntas frecuentes', 'Preguntas frecuentes'],
  ['Precios', 'Pagas por lo que usas'],
  ['Contacto', 'Conversemos'],
] as const

describe('the landing', () => {
  test('is all there without JavaScript', async ({ browser, city }) => {
    // Specification 1: there are nine questions, the first one open.
    // Specification 2: among the four features are payment links by mail and the state of payments.
    const context = await browser.newContext({ baseURL: city.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/')
    await expectSeen(heading(page, 'Tus facturas salen solas. El día correcto, una sola vez.'))
    await expectSeen(page.getByText('Ambiente de demostración — documentos sin validez tributaria'))
    const features = page.getByRole('region', { name: 'Lo que antes hacías cada mes' })
    expect(await features.getByRole('listitem').count()).toBe(4)
    await expectSeen(features.getByText(/un botón para pagar, por transferencia o con tarjeta/))
    await expectSeen(features.getByText(/Qué se emitió, .* y qué se pagó, al momento/))
    const faqs = page.getByRole('region', { name: 'Preguntas frecuentes' })
    expect(await faqs.locator('details').count()).toBe(9)
    expect(await faqs.locator('details[open]').count()).toBe(1)
    await expectSeen(faqs.getByText(/Cada regla se repite todos los meses/))
    await faqs.getByText('¿Hay costos fijos o contratos?').click()
    await expectSeen(faqs.getByText(/No hay suscripción, contrato ni tarjeta/))
    await expectSeen(page.getByRole('img', { name: /^Ventas por día: lun \$148\.750, mar/ }))
    await expectSeen(link(page, 'soporte@folio.example'))
    await expectSeen(page.getByText('Este formulario necesita JavaScript.', { exact: false }))
    await link(page, 'English').click()
    await expectSeen(heading(page, /^Your invoices leave by themselves/))
    await context.close()
  })

  test.for(widthsOf(PHONE))(
    'leads on, and shows where it went, at %i pixels',
    async (width, { visit }) => {
      // Specification 1: it begins without a subscription, with a free plan.
      // Specification 2: the landing page has a section of prices that its menu leads to.
      // Specification 2: “start without a subscription” leads to the registration.
      const { page } = await visit({ width, still: true })
      await page.goto('/')
      await link(page, 'Ver demo').click()
      await expectInWindow(page, 'Así se ve tu semana')
      await page.getByRole('link', { name: 'Conocer las características' }).click()
      await expectInWindow(page, 'Lo que antes hacías cada mes')
      const sections = page.getByRole('navigation', { name: 'Secciones de la página' })
      // A phone has no room for them, and scrolls.
      for (const [name, title] of width === PHONE ? [] : SECTIONS) {
        await link(sections, name).click()
        await expectInWindow(page, title)
      }
      await link(page, 'Comenzar sin suscripción').first().click()
      await expectPath(page, '/register')
      await page.goBack()
      await link(page, 'Entrar a la demostración').click()
      await expectPath(page, '/login')
    },
  )

  test.for(WIDTHS)(
    'scrolls smoothly, moves twenty particles, and lets the parts enter once, at %i pixels',
    async (width, { visit }) => {
      const { page } = await visit({ width, isMoving: true })
      await page.goto('/')
      expect(
        await page.locator('html').evaluate((html) => getComputedStyle(html).scrollBehavior),
      ).toBe('smooth')
      expect(await movingParticles(page)).toBe(20)
      const faqs = page.getByRole('region', { name: 'Preguntas frecuentes' })
      const entering = faqs.locator('[data-enter]').first()
      const state = () => entering.getAttribute('data-enter')
      await expect.poll(state).toBe('waiting')
      await bringIn(entering, 40)
      expect(await state()).toBe('waiting')
      await bringIn(entering, 60)
      await expect.poll(state).toBe('entered')
      const style = await entering.evaluate((part) => {
        const { transitionDuration, transitionTimingFunction } = getComputedStyle(part)
        return [transitionDuration, transitionTimingFunction]
      })
      // The curve that is called ease-out-cubic, for each of the two that change.
      const curve = 'cubic-bezier(0.215, 0.61, 0.355, 1)'
      expect(style).toEqual(['0.8s, 0.8s', `${curve}, ${curve}`])
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await twoFrames(page)
      expect(await state()).toBe('entered')
    },
  )

  test('keeps still for whoever asked for it', async ({ visit }) => {
    const { page } = await visit({ still: true, width: PHONE })
    await page.goto('/')
    await expectSeen(field(page, 'Idioma'))
    expect(await movingParticles(page)).toBe(0)
    expect(await page.locator('[data-enter="waiting"]').count()).toBe(0)
  })

  test('is for visitors: whoever is signed in goes on to the dashboard', async ({
    city,
    visit,
  }) => {
    const { page } = await visit({ as: await resident(city) })
    await page.goto('/')
    await expectPath(page, '/dashboard')
    await page.goto('/terms')
    await expectSeen(link(page, 'Ir a mi inicio'))
    expect(await link(page, 'Registrarse').count()).toBe(0)
  })
})

describe('its prices', () => {
  test('are the one table’s, in pesos at the UF of the day, and English says its own', async ({
    city,
    visit,
  }) => {
    // Specification 1: the pages in Spanish and in English have prices of their own.
    // Specification 9: a document alone costs 0.01 UF and IVA, about 392 pesos net.
    // Specification 9: a document with its e-mail costs 0.015 UF and IVA in Spanish.
    // Specification 9: the page in English says 0.015 and 0.02 UF.
    // Specification 9: a payment by bank transfer costs 1 % and IVA.
    // Specification 9: a payment by card costs 2.9 % and IVA.
    const rate = await rateOf(city)
    const { page } = await visit()
    await page.goto('/')
    const prices = page.getByRole('region', { name: 'Pagas por lo que usas' })
    await expectSeen(prices.getByText('0,01 UF'))
    await expectSeen(prices.getByText('0,015 UF'))
    for (const isMailed of [false, true]) {
      const net = formatClp(documentCharge(isMailed, rate).netoClp)
      await expectSeen(prices.getByText(`Cerca de ${net} neto`, { exact: false }))
    }
    for (const fee of ['1 %', '2,9 %', '1,19 % con IVA', '3,451 % con IVA']) {
      await expectSeen(prices.getByText(fee, { exact: true }))
    }
    await page.goto('/en')
    const english = page.getByRole('region', { name: 'You pay for what you use' })
    await expectSeen(english.getByText('0.015 UF', { exact: true }))
    await expectSeen(english.getByText('0.02 UF', { exact: true }))
    const own = formatClp(priceClp(ENGLISH_PAGE_PRICE_UF.withMail, rate).netoClp)
    await expectSeen(english.getByText(`About ${own} net`, { exact: false }))
    await expectSeen(english.getByText('3.451% with VAT', { exact: true }))
    await expectSeen(
      english.getByText(/^What Folio charges, in every language: 0\.01 UF .* 0\.015 UF \+ VAT/),
    )
  })
})

describe('what it says of money', () => {
  test.for(widthsOf(PHONE))(
    'the prices say that the account is free, at %i pixels',
    async (width, { visit }) => {
      // Specification 1: it begins without a subscription, with a free plan.
      // Specification 2: “start without a subscription” leads to the registration.
      // Specification 9: there is no subscription, no contract and no credit card.
      const { page } = await visit({ width, still: true })
      await page.goto('/')
      const prices = page.getByRole('region', { name: 'Pagas por lo que usas' })
      await expectSeen(prices.getByText('Sin suscripción, sin contratos y sin tarjeta de crédito.'))
      await expectSeen(prices.getByText('Plan gratis'))
      await expectSeen(prices.getByText(/La cuenta, las reglas y el panel no cuestan nada/))
      await expectSeen(prices.getByText(/No retenemos nada de lo que te pagan/))
      await link(prices, 'Comenzar sin suscripción').click()
      await expectPath(page, '/register')
    },
  )

  test.for(widthsOf(PHONE))(
    'the answers say what is paid for, and that links are encrypted, at %i pixels',
    async (width, { visit }) => {
      // Specification 1: there are no fixed costs and no contracts.
      // Specification 1: what is paid for is each document that is issued.
      // Specification 1: payments use encrypted links.
      const { page } = await visit({ width, still: true })
      await page.goto('/')
      const faqs = page.getByRole('region', { name: 'Preguntas frecuentes' })
      await faqs.getByText('¿Hay costos fijos o contratos?').click()
      await expectSeen(
        faqs.getByText(
          /Pagas solo por cada documento emitido y por cada pago que recibas con nuestros enlaces/,
        ),
      )
      await faqs.getByText('¿Es seguro pagar con los enlaces?').click()
      await expectSeen(faqs.getByText(/Los enlaces de pago van cifrados/))
    },
  )

  test.for(widthsOf(PHONE))(
    'the registration says that it is free, without a card or a contract, at %i pixels',
    async (width, { visit }) => {
      // Specification 2: the registration says that it is free, without a credit card.
      // Specification 9: there is no subscription, no contract and no credit card.
      const { page } = await visit({ width })
      await page.goto('/register')
      await expectSeen(page.getByText('Gratis, sin tarjeta y lista en 5 minutos.'))
      if (width === PHONE) return
      await expectSeen(page.getByText('100% gratis para empezar. Pagas solo por lo que emites.'))
      await expectSeen(page.getByText('Sin tarjeta de crédito ni contrato'))
    },
  )
})

describe('its language', () => {
  test('has an address of its own, and the choice holds on the next visit', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/')
    await field(page, 'Idioma').selectOption('English')
    await expectPath(page, '/en')
    await expectSeen(heading(page, /^Your invoices leave by themselves/))
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.goto('/terms')
    await expectPath(page, '/en/terms')
    await page.goto('/login')
    await expectSeen(heading(page, 'Log in'))
    await page.goto('/')
    await expectPath(page, '/en')
    await field(page, 'Language').selectOption('Español')
    await expectPath(page, '/')
    await expectSeen(heading(page, /^Tus facturas salen solas/))
  })

  test('is told to search engines, with the picture to share', async ({ city, visit }) => {
    const { page } = await visit()
    for (const [path, language] of [
      ['/', 'es'],
      ['/en', 'en'],
    ] as const) {
      await page.goto(path)
      expect(await hrefOf(page, 'link[rel=canonical]')).toBe(`${city.url}${path}`)
      expect(await hrefOf(page, 'link[hreflang=es]')).toBe(`${city.url}/`)
      expect(await hrefOf(page, 'link[hreflang=en]')).toBe(`${city.url}/en`)
      const description = page.locator('meta[name=description]')
      expect(await description.getAttribute('content')).toMatch(/SII.*UF/)
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
      expect(picture).toBe(`${city.url}/share-${language}.png`)
      const reply = await page.request.get(`${city.url}/share-${language}.png`)
      expect(reply.headers()['content-type']).toBe('image/png')
      // Width and height stand at the 16th byte of a PNG.
      const bytes = await reply.body()
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    }
  })
})

describe.each(widthsOf(PHONE))('the contact form at %i pixels', (width) => {
  const test = testsAt(width)

  test('says what is missing, goes there, and sends what was written', async ({ city, visit }) => {
    const { page } = await visit({ width })
    await page.goto('/#contacto')
    const send = button(page, 'Enviar mensaje')
    await send.click()
    for (const problem of ['Escribe tu nombre', 'Escribe tu e-mail', 'Escribe tu mensaje']) {
      await expectSeen(page.getByText(problem, { exact: true }))
    }
    await expect.poll(() => field(page, 'Nombre completo').evaluate(isFocused)).toBe(true)
    await field(page, 'Nombre completo').fill('Rosa Ñancupil')
    await field(page, 'E-mail').fill('rosa')
    await field(page, 'Mensaje').fill('¿Emiten boletas de honorarios?')
    await send.click()
    await expectSeen(page.getByText('Email inválido', { exact: true }))
    await field(page, 'E-mail').fill('rosa@empresa.example')
    await send.click()
    const status = page.getByRole('status')
    await expectSeen(status.getByText('Recibimos tu mensaje. Te respondemos en menos de 24 horas.'))
    expect(await field(page, 'Mensaje').inputValue()).toBe('')
    await page.goto(city.post.mailboxUrl)
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.getByText('Rosa Ñancupil').count()
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThan(0)
  })

  deepTest('keeps what was written when the server is silent', async ({ visit }) => {
    const { page } = await visit({ width })
    await page.goto('/')
    await page.route('**/api/contact/', (route) => route.abort())
    await field(page, 'Nombre completo').fill('Rosa Ñancupil')
    await field(page, 'E-mail').fill('rosa@empresa.example')
    await field(page, 'Mensaje').fill('Hola')
    await button(page, 'Enviar mensaje').click()
    await expectSeen(page.getByText('No pudimos enviar tu mensaje.', { exact: false }))
    expect(await field(page, 'Mensaje').inputValue()).toBe('Hola')
  })
})

async function expectInWindow(page: Page, title: string): Promise<void> {
  const found = heading(page, title)
  await expect
    .poll(() =>
      found.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      }),
    )
    .toBe(true)
}

/** So far that these many of its pixels are in the window; whoever watches for it has been told. */
async function bringIn(part: Locator, px: number): Promise<void> {
  await part.evaluate((element, wanted) => {
    const hidden = element.getBoundingClientRect().top - window.innerHeight
    window.scrollBy({ top: hidden + wanted, behavior: 'instant' })
  }, px)
  await twoFrames(part.page())
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })
}

function movingParticles(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => {
        const timing = effect?.getComputedTiming()
        return timing?.iterations === Infinity
      }).length,
  )
}

async function rateOf(city: City): Promise<Uf> {
  const reply = await fetch(`${city.url}/api/installation/`)
  const { uf: today } = contract.readInstallation.reply.parse(await reply.json())
  if (today === null) throw new Error('The city has no UF today')
  return uf(today.value)
}

function hrefOf(page: Page, selector: string): Promise<string | null> {
  return page.locator(selector).getAttribute('href')
}

function isFocused(element: Element): boolean {
  return element === document.activeElement
}
