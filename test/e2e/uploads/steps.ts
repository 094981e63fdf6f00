import type { Page } from 'playwright-core'
import { issued, type City } from '../fixtures/city.ts'
import { button, contentOf, expectSeen, expectText, field, heading } from '../fixtures/hands.ts'
import { until } from '../fixtures/until.ts'
import type { Visitor } from '../fixtures/visitor.ts'
import { chooseFile, workbookOf, type Row } from './files.ts'

/** Until what was ordered leaves. */
export const WINDOW_MS = 30 * 60_000
/** So many are issued while one waits for them. */
const AT_A_TIME = 5

export async function uploaded(page: Page, file: readonly Row[] | Buffer): Promise<void> {
  await page.goto('/uploads')
  await chooseFile(page, Buffer.isBuffer(file) ? file : await workbookOf(file))
  await page.waitForURL(/\/uploads\/\d+/)
}

/** Orders all valid ones, typing their number, and waits until they are issued. */
export async function issueAll(
  { page, putForward }: Visitor,
  city: City,
  count: number,
): Promise<void> {
  const next = button(page, 'Revisar y emitir')
  if ((await next.count()) > 0) await next.click()
  await button(page, `Emitir las ${count} válidas`).click()
  await button(page, `Emitir ${count} documentos`).click()
  await expectSeen(page.getByText(`Escribe ${count}, el número de documentos.`))
  await field(page, `Escribe ${count} para confirmar`).fill(String(count))
  await page.keyboard.press('Enter')
  await expectSeen(heading(page, `0 de ${count} emitidos`))
  // Each is made, and its undo window is open.
  await expectText(page.locator('[data-part="waiting"] dd'), String(count))
  await putForward(WINDOW_MS + 60_000)
  for (let some = AT_A_TIME; some <= count; some += AT_A_TIME) {
    await until(`${some} are issued`, async () => issued(city).length >= some)
  }
  await expectSeen(heading(page, `${count} de ${count} emitidos`))
  await page
    .getByRole('link', { name: /Emitido N° \d+/ })
    .first()
    .click()
  await expectSeen(heading(page, /^Factura N° \d+$/))
  await page.goBack()
  await expectSeen(heading(page, `${count} de ${count} emitidos`))
}

/** The file with what became of its rows. */
export async function downloadAnnotated(page: Page): Promise<Buffer> {
  const waiting = page.waitForEvent('download')
  await button(page, 'Descargar con resultado').click()
  return contentOf(await waiting)
}
