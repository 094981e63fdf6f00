import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { uploadTexts } from '#texts/uploads.ts'
import { issued } from '../fixtures/city.ts'
import { button, expectSeen, field, heading, link } from '../fixtures/hands.ts'
import { resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { PHONE, WIDTHS } from '../fixtures/visitor.ts'
import { chooseFile, facturas, MISTAKES, withMistakes } from './files.ts'
import { expectAnnotated, mended, ownWorkbook } from './own-workbook.ts'
import { downloadAnnotated, issueAll, uploaded } from './steps.ts'

/** Two hundred rows: twenty-five facturas of eight lines. */
const ROWS = facturas({ count: 25, lines: 8 })

describe.each(WIDTHS)('at %i pixels', (width) => {
  test('seven mistakes in two hundred rows are mended on screen, all is issued and the file says so', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const visitor = await visit({ as: ana, width })
    const { page } = visitor
    const before = await ownWorkbook(withMistakes(ROWS, MISTAKES))
    await page.goto('/documents')
    await link(page, 'Cargar Excel').first().click()
    await chooseFile(page, before)
    await page.waitForURL(/\/uploads\/\d+$/)
    await expectSeen(heading(page, '7 celdas por corregir'))
    await (width === PHONE ? mendInForms(page) : mendInGrid(page))
    await expectSeen(heading(page, '0 celdas por corregir'))
    await issueAll(visitor, city, 25)
    const after = await downloadAnnotated(page)
    const folios = issued(city).map(({ folio }) => folio)
    await expectAnnotated({ before, after }, { rows: ROWS, folios })
  })

  test('seven mistakes in two hundred rows are mended in the file itself, which is uploaded again and issued', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const visitor = await visit({ as: ana, width })
    const { page } = visitor
    const wrong = await ownWorkbook(withMistakes(ROWS, MISTAKES))
    await uploaded(page, wrong)
    await expectSeen(heading(page, '7 celdas por corregir'))
    const before = mended(wrong, MISTAKES)
    await uploaded(page, before)
    await issueAll(visitor, city, 25)
    const after = await downloadAnnotated(page)
    const folios = issued(city).map(({ folio }) => folio)
    await expectAnnotated({ before, after }, { rows: ROWS, folios })
    // Uploaded once more, it says so.
    await uploaded(page, before)
    await expectSeen(page.getByText('Ya subiste estos mismos documentos'))
  })
})

describe.each([PHONE])('at %i pixels', (width) => {
  test('the rows of a document are taken out and put back', async ({ city, visit }) => {
    const ana = await resident(city)
    const { page } = await visit({ as: ana, width })
    await uploaded(page, withMistakes(ROWS, MISTAKES))
    await page.getByRole('button', { name: /documento A-4\b/ }).click()
    await button(page, 'Quitar las 8 filas').click()
    await expectSeen(heading(page, '6 celdas por corregir'))
    await expectSeen(page.getByText('Quitaste 8 filas.'))
    await button(page, 'Reponer').click()
    await expectSeen(heading(page, '7 celdas por corregir'))
  })
})

async function mendInGrid(page: Page): Promise<void> {
  for (const { right } of MISTAKES) {
    await button(page, 'Siguiente').click()
    await page.keyboard.type(right)
    await page.keyboard.press('Enter')
    await expectSeen(page.getByText('Todo guardado'))
  }
}

async function mendInForms(page: Page): Promise<void> {
  const { columns } = uploadTexts('es').template
  await page.getByRole('button', { name: /documento A-1\b/ }).click()
  for (const [index, { row, role, right }] of MISTAKES.entries()) {
    const cell = field(page, `Fila ${row} · ${columns[role]}`)
    if (role === 'kind') await cell.selectOption(right)
    else {
      await cell.fill(right)
      await cell.press('Enter')
    }
    await expectSeen(page.getByText('Todo guardado'))
    const left = MISTAKES.length - 1 - index
    await button(page, left === 0 ? 'Listo' : `Siguiente (${left})`).click()
  }
}
