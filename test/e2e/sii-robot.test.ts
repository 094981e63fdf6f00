import type { Browser } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ANA, ANTONIA, openDesk, type Desk } from '../contract/sii/desk.ts'
import { launchBrowser } from './fixtures/browser.ts'

/** A robot of others, written after the real site, before the simulated SII: names lead to it, and nothing else differs. */
let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

const LOGIN = '/AUT2000/InicioAutenticacion/IngresoRutClave.html'
const HOME = '/cgi_misii/siihome.cgi'

describe('a robot of a browser', () => {
  async function robot(work: (one: Robot) => Promise<void>): Promise<void> {
    const browser = await launchBrowser(undefined, ['--host-resolver-rules=MAP *.sii.cl 127.0.0.1'])
    try {
      await work(await openPage(browser))
    } finally {
      await browser.close()
    }
  }
  async function openPage(browser: Browser) {
    const page = await browser.newPage()
    const port = new URL(desk.simulator.url).port
    const said: string[] = []
    const broken: string[] = []
    page.on('dialog', (dialog) => {
      said.push(dialog.message())
      void dialog.accept()
    })
    page.on('pageerror', (error) => broken.push(error.message))
    const at = (host: string, path: string) => `http://${host}.sii.cl:${port}${path}`
    return { page, at, said, broken }
  }
  type Robot = Awaited<ReturnType<typeof openPage>>

  async function signIn({ page, at }: Robot, rut: string, clave: string): Promise<void> {
    await page.goto(at('zeusr', `${LOGIN}?${at('misiir', HOME)}`))
    await page.fill('#rutcntr', rut)
    await page.fill('#clave', clave)
    await page.click('#bt_ingresar')
  }

  test('types RUT and clave and is sent on to its own page', () =>
    robot(async (one) => {
      await signIn(one, '15.151.515-0', ANA.clave)
      await one.page.waitForURL(one.at('misiir', HOME))
      expect(await one.page.evaluate('DatosCntrNow.contribuyente.rut')).toBe('15151515')
      const names = (await one.page.context().cookies()).filter(
        ({ domain }) => domain === '.sii.cl',
      )
      expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['TOKEN', 'RUT_NS']))
      expect([one.said, one.broken]).toEqual([[], []])
    }))

  test('is told by the page what is missing, and nothing leaves', () =>
    robot(async (one) => {
      await signIn(one, '', '')
      await signIn(one, '15151515-1', ANA.clave)
      expect(one.said).toEqual(['Por favor, ingrese rut y clave.', 'Dígito Verificador erróneo'])
      const posts = desk.simulator.admin.requests().filter(({ method }) => method === 'POST')
      expect(posts).toEqual([])
    }))

  test('reads a month of boletas as its script draws it', () =>
    robot(async (one) => {
      await signIn(one, '17171717-5', ANTONIA.clave)
      await one.page.waitForURL(one.at('misiir', HOME))
      const query = 'rut_arrastre=17171717&dv_arrastre=5&pagina_solicitada=0'
      const month = 'cbmesinformemensual=10&cbanoinformemensual=2026'
      await one.page.goto(one.at('loa', `/cgi_IMT/TMBCOC_InformeMensualBhe.cgi?${query}&${month}`))
      const rows = await one.page.evaluate('document.querySelectorAll("table tr").length')
      expect(rows).toBe(Number(await one.page.evaluate('xml_values["total_boletas"]')))
      expect(rows).toBeGreaterThan(0)
      const amount = await one.page.evaluate('arr_informe_mensual["totalhonorarios_1"]')
      expect(amount).toMatch(/^\d{1,3}(\.\d{3})+$/)
      expect(one.broken).toEqual([])
    }))
})
