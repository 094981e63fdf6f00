import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { issued } from '../fixtures/city.ts'
import { button, expectGone, expectSeen, expectText, field, heading } from '../fixtures/hands.ts'
import { loseNextAnswer } from '../fixtures/held-calls.ts'
import { resident } from '../fixtures/resident.ts'
import { test } from '../fixtures/stage.ts'
import { widthsOf } from '../fixtures/stories.ts'
import { PHONE, WIDE, WIDTHS } from '../fixtures/visitor.ts'
import { chooseFile, facturas, MISTAKES, uploadTo, withMistakes, workbookOf } from './files.ts'
import { downloadAnnotated, uploaded, WINDOW_MS } from './steps.ts'

/** Two hundred rows: twenty-five facturas of eight lines. */
const ROWS = facturas({ count: 25, lines: 8 })
describe.each(WIDTHS)('at %i pixels', (width) => {
  test('an annotated file that is uploaded again shows all as issued and issues nothing', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const visitor = await visit({ as: ana, width })
    const { page, putForward } = visitor
    await uploaded(page, facturas({ count: 3, lines: 2 }))
    await button(page, 'Emitir las 3 válidas').click()
    await button(page, 'Emitir 3 documentos').click()
    await expectSeen(heading(page, '0 de 3 emitidos'))
    await expectText(page.locator('[data-part="waiting"] dd'), '3')
    await putForward(WINDOW_MS + 60_000)
    await expectSeen(heading(page, '3 de 3 emitidos'))
    const folios = issued(city).length
    const annotated = await downloadAnnotated(page)
    await page.goto('/uploads')
    await chooseFile(page, annotated, 'noviembre con resultado.xlsx')
    await page.waitForURL(/\/uploads\/\d+/)
    await expectSeen(heading(page, 'No queda nada por emitir'))
    const listed = page
      .getByRole('region', { name: 'Documentos mandados a emitir' })
      .getByRole('listitem')
    await expectText(listed.nth(2), /Emitido/)
    expect(await listed.filter({ hasText: 'Emitido' }).count()).toBe(3)
    await expectGone(page.getByRole('button', { name: /^Emitir/ }))
    await putForward(WINDOW_MS + 60_000)
    expect(issued(city)).toHaveLength(folios)
  })
})

// A phone has forms in place of the grid.
describe.each([WIDE])('at %i pixels', (width) => {
  test('the grid is written, pasted into and taken back with the keyboard alone', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const { page, context } = await visit({ as: ana, width })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await uploaded(page, withMistakes(ROWS, MISTAKES))
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+Home')
    await goToColumn(page, 'Precio')
    await page.keyboard.press('F2')
    await page.keyboard.press('End')
    await page.keyboard.type('5')
    await page.keyboard.press('Tab')
    await expectText(cellAt(page, 2, 'Precio'), '100005')
    await expectSeen(page.getByText('Todo guardado'))
    await page.keyboard.press('Control+z')
    await expectText(cellAt(page, 2, 'Precio'), '10000')
    await page.keyboard.press('Control+y')
    await expectText(cellAt(page, 2, 'Precio'), '100005')
    // An Escape forgets what was written.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('otra cosa')
    await page.keyboard.press('Escape')
    await expectText(cellAt(page, 2, 'Precio'), '100005')
    // Two cells are copied over four.
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    for (let row = 0; row < 3; row += 1) await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+v')
    await expectText(cellAt(page, 4, 'Precio'), '100005')
    await expectText(cellAt(page, 6, 'Precio'), '100005')
    await expectText(cellAt(page, 7, 'Precio'), '10100')
    await page.keyboard.press('Delete')
    await expectText(cellAt(page, 6, 'Precio'), /^$/)
    await expectSeen(page.getByText('Todo guardado'))
    await page.reload()
    await page.getByRole('grid').focus()
    await goToColumn(page, 'Precio')
    await expectText(cellAt(page, 2, 'Precio'), '100005')
    await expectText(cellAt(page, 6, 'Precio'), /^$/)
  })

  test('what is typed while the answer is lost stays and is saved once the network is back', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const { page, context } = await visit({ as: ana, width })
    await uploaded(page, withMistakes(ROWS, MISTAKES))
    await context.setOffline(true)
    await button(page, 'Siguiente').click()
    await page.keyboard.type('76.086.428-5')
    await page.keyboard.press('Enter')
    await expectSeen(page.getByText('1 cambio sin guardar.', { exact: false }))
    await button(page, 'Siguiente').click()
    await page.keyboard.type('Factura')
    await page.keyboard.press('Enter')
    await expectSeen(page.getByText('2 cambios sin guardar.', { exact: false }))
    await context.setOffline(false)
    await expectSeen(heading(page, '5 celdas por corregir'))
    await expectSeen(page.getByText('Todo guardado'))
  })

  test('the preview of five hundred documents asks for no document and no client beside the file', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const id = await uploadTo(city, ana, await workbookOf(facturas({ count: 500, lines: 1 })))
    const { page } = await visit({ as: ana, width })
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    await page.goto(`/uploads/${id}?view=preview`)
    await expectSeen(button(page, 'Emitir las 500 válidas'))
    const file = `/api/uploads/${id}/`
    await expect.poll(() => asked).toContain(`${file}pace/`)
    await expect.poll(() => asked).toContain(`${file}progress/`)
    const [first, second] = await button(page, 'Ver el documento').all()
    await second?.click()
    await first?.click()
    const paper = page.getByRole('group', { name: 'Documento que se emitirá' })
    await expectSeen(paper.getByText('Av. Principal 123', { exact: false }))
    expect(await paper.count()).toBe(2)
    const ofUploads = asked.filter((path) => path.includes('/uploads/'))
    expect([...new Set(ofUploads)].toSorted()).toEqual([file, `${file}pace/`, `${file}progress/`])
    expect(asked.filter((path) => /client|contact|documents\/\d/.test(path))).toEqual([])
  })

  test('rows that say the same are ordered only once a person ticks them', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const { page } = await visit({ as: ana, width })
    const [one, two] = facturas({ count: 2, lines: 1 })
    await uploaded(page, [one ?? {}, two ?? {}, { ...one, group: 'A-3' }])
    await expectSeen(button(page, 'Emitir las 2 válidas'))
    await expectSeen(page.getByText('Dice lo mismo que la fila 2. Márcala si igual va.'))
    await field(page, 'Emitir a Textil Donoso Lagos SpA').last().check()
    await expectSeen(button(page, 'Emitir las 3 válidas'))
  })
})

describe.each(widthsOf(PHONE))('at %i pixels', (width) => {
  test('a file with other headings is asked about once, and one that can’t be read says why', async ({
    city,
    visit,
  }) => {
    const ana = await resident(city)
    const { page } = await visit({ as: ana, width })
    await page.goto('/uploads')
    await chooseFile(page, Buffer.from('%PDF-1.7'), 'facturas.pdf')
    await expectSeen(page.getByText('Es un PDF. Sube un Excel (.xlsx) o un CSV.'))
    const text = 'Quién;Qué;Cuánto\r\n76.086.428-5;Asesoría;1.000\r\n'
    await chooseFile(page, Buffer.from(text), 'propio.csv')
    await expectSeen(heading(page, 'Dinos qué es cada columna'))
    await field(page, 'Tipo de documento').selectOption('Todas son facturas')
    await field(page, 'Columna A').selectOption('RUT')
    await field(page, 'Columna B').selectOption('Detalle')
    await button(page, 'Continuar').click()
    await expectSeen(page.getByText('Falta elegir: Precio.'))
    await field(page, 'Columna C').selectOption('Precio')
    await button(page, 'Continuar').click()
    await expectGone(heading(page, 'Dinos qué es cada columna'))
    await page.goto('/uploads')
    await chooseFile(page, Buffer.from(text.replace('1.000', '2.000')), 'otro.csv')
    await page.waitForURL(/\/uploads\/\d+/)
    await expectSeen(page.getByRole('group', { name: 'Pasos' }))
    // What each column is can be changed once it was read.
    await page
      .getByRole('group', { name: 'Pasos' })
      .getByText(/^Corregir/)
      .click()
    await button(page, 'Cambiar qué es cada columna').click()
    await field(page, 'Columna B').selectOption('Código')
    await button(page, 'Continuar').click()
    await expectGone(heading(page, 'Dinos qué es cada columna'))
    await button(page, 'Cambiar qué es cada columna').click()
    expect(await field(page, 'Columna B').inputValue()).toBe('code')
  })

  test('an upload is deleted from the list', async ({ city, visit }) => {
    const ana = await resident(city)
    const { page } = await visit({ as: ana, width })
    await uploaded(page, facturas({ count: 1, lines: 1 }))
    await page.goto('/uploads')
    await expectSeen(page.getByText('1 documento listo para emitir'))
    await button(page, 'Borrar noviembre.xlsx').click()
    await button(page.getByRole('dialog'), 'Borrar').click()
    // That it was uploaded stays.
    await expectSeen(page.getByText('Archivo borrado', { exact: true }).last())
    await expectGone(button(page, 'Borrar noviembre.xlsx'))
  })

  test('an order whose answer is lost is sent again as the same order', async ({ city, visit }) => {
    const ana = await resident(city)
    const visitor = await visit({ as: ana, width })
    const { page } = visitor
    await uploaded(page, facturas({ count: 3, lines: 1 }))
    await button(page, 'Emitir las 3 válidas').click()
    await loseNextAnswer(page, '/orders/')
    await button(page, 'Emitir 3 documentos').click()
    await expectSeen(page.getByText('No se pudo mandar a emitir.', { exact: false }))
    await button(page, 'Emitir 3 documentos').click()
    await expectSeen(heading(page, '0 de 3 emitidos'))
    await button(page, 'Pausar').click()
    await expectSeen(page.getByText('En pausa', { exact: false }))
    await button(page, 'Reanudar').click()
    await button(page, 'Cancelar lo que falta').click()
    await button(page.getByRole('dialog'), 'Sí, cancelar').click()
    await expectSeen(page.getByText('Cancelados', { exact: true }))
    await visitor.putForward(WINDOW_MS + 60_000)
    expect(issued(city)).toEqual([])
  })
})

async function goToColumn(page: Page, name: string): Promise<void> {
  const heads = await page.getByRole('columnheader').allTextContents()
  const at = heads.indexOf(name)
  if (at < 1) throw new Error(`No column ${name}`)
  for (let column = 1; column < at; column += 1) await page.keyboard.press('ArrowRight')
}

/** By the number of its row in the sheet. */
function cellAt(page: Page, row: number, column: string) {
  const rowOf = page.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: String(row), exact: true }),
  })
  const role = column === 'Precio' ? 'price' : 'quantity'
  return rowOf.locator(`[data-role="${role}"]`)
}
