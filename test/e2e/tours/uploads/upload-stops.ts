import type { Page } from 'playwright-core'
import { readUploadProgress } from '#contract/upload-orders.ts'
import { readUploadedFile } from '#contract/uploads.ts'
import { checkDigit, formatRut, rut } from '#domain/rut.ts'
import { rodrigo } from '#simulators/world.ts'
import type { City } from '../../fixtures/city.ts'
import { button, field, heading } from '../../fixtures/hands.ts'
import { answered, refused, rewritten, waiting } from '../../fixtures/held-calls.ts'
import type { Place } from '../../fixtures/place.ts'
import { resident, type Resident } from '../../fixtures/resident.ts'
import { PHONE } from '../../fixtures/visitor.ts'
import {
  chooseFile,
  facturas,
  MISTAKES,
  uploadTo,
  withMistakes,
  workbookOf,
  type Row,
} from '../../uploads/files.ts'
import type { Stop } from '../stop.ts'

const LIST = '/uploads'
const OF_COMPANY = /\/uploads\/companies\/\d+\/$/

/** Files of documents: the list, the questions, the corrections, what would be issued and what was. */
export async function uploadStops(city: City): Promise<Stop[]> {
  const as = await resident(city)
  const ROWS = facturas({ count: 25, lines: 8 })
  const wrong = await uploadTo(city, as, await workbookOf(withMistakes(ROWS, MISTAKES)))
  const right = await uploadTo(city, as, await workbookOf([...ROWS, ...repeated()]), LONG_FILE)
  const csv = Buffer.from('Quién;Qué;Cuánto\r\n76.086.428-5;Asesoría;1.000\r\n')
  const asked = await uploadTo(city, as, csv, 'propio.csv')
  const ordered = await orderedUpload(city, as)
  const own: Place[] = [
    {
      name: 'uploads',
      path: LIST,
      reach: (at) => at.getByText('7 errores por corregir').waitFor(),
    },
    {
      name: 'uploads-refused',
      path: LIST,
      reach: async (at) => {
        await chooseFile(at, Buffer.from('%PDF-1.7'), 'facturas de noviembre.pdf')
        await at.getByRole('alert').first().waitFor()
      },
    },
    {
      name: 'uploads-delete',
      path: LIST,
      reach: async (at) => {
        await button(at, 'Borrar propio.csv').click()
        await at.getByRole('dialog').waitFor()
      },
    },
    waiting('uploads-waiting', LIST, [OF_COMPANY]),
    refused('uploads-failed', LIST, OF_COMPANY),
    {
      name: 'upload-columns',
      path: `/uploads/${asked}`,
      reach: (at) => heading(at, 'Dinos qué es cada columna').waitFor(),
    },
    {
      name: 'upload-columns-wrong',
      path: `/uploads/${asked}`,
      reach: async (at) => {
        await button(at, 'Continuar').click()
        await at.getByRole('alert').first().waitFor()
      },
    },
    ...reviewStops(wrong),
    ...issueStops(right),
    ...progressStops(ordered),
    { name: 'upload-gone', path: '/uploads/999999', reach: gone },
    waiting('upload-waiting', `/uploads/${wrong}`, [`/api/uploads/${wrong}/`]),
    refused('upload-failed', `/uploads/${wrong}`, `/api/uploads/${wrong}/`),
  ]
  return [
    {
      name: 'uploads-empty',
      path: LIST,
      as: await resident(city, rodrigo),
      reach: (at) => heading(at, 'Aún no subes archivos').waitFor(),
    },
    ...own.map((stop) => ({ ...stop, as })),
  ]
}

const LONG_FILE =
  'Facturación mensual de noviembre de 2026, servicios y arriendos (versión final revisada 3).xlsx'

/** A client whom neither the company nor the SII has. */
const UNKNOWN = 76_100_007

/** As long as the SII takes it, and the same once more. */
function repeated(): Row[] {
  const row: Row = {
    kind: 'Factura',
    rut: formatRut(rut(`${UNKNOWN}-${checkDigit(UNKNOWN)}`)),
    name: 'Sociedad de Inversiones, Asesorías y Servicios Profesionales Integrales Hermanos Ñancupil y Cía',
    giro: 'Servicios profesionales integrales',
    street: 'Av. Libertador Bernardo Higgins 1234, piso 15, oficina 1502, torre sur',
    commune: 'Santiago',
    city: 'Santiago',
    to: 'facturacion.electronica.y.cobranzas@sociedad-de-inversiones-integrales.example',
    sendEmail: 'No',
    description: 'Asesoría estratégica integral de noviembre de 2026 con informes semanales',
    quantity: '1',
    price: '987654321',
  }
  return [row, row]
}

function reviewStops(id: number): Place[] {
  const path = `/uploads/${id}`
  return [
    {
      name: 'upload-review',
      path,
      reach: (at) => heading(at, '7 celdas por corregir').waitFor(),
    },
    {
      name: 'upload-review-fault',
      path,
      reach: async (at) => {
        if (isPhone(at)) await at.getByRole('button', { name: /documento A-1\b/ }).click()
        else await button(at, 'Siguiente').click()
        await at.getByText('El dígito verificador no corresponde.').last().waitFor()
      },
    },
    {
      name: 'upload-review-writing',
      path,
      reach: async (at) => {
        if (isPhone(at)) {
          await at.getByRole('button', { name: /documento A-1\b/ }).click()
          await button(at, 'Ver todos los datos').click()
          return
        }
        await at.getByText('Todas las columnas').click()
        await button(at, 'Siguiente').click()
        await at.keyboard.press('F2')
        await field(at, 'RUT, fila 2').waitFor()
      },
    },
    {
      name: 'upload-columns-change',
      path,
      reach: async (at) => {
        await button(at, 'Cambiar qué es cada columna').click()
        await heading(at, 'Dinos qué es cada columna').waitFor()
      },
    },
    rewritten('upload-look-ups', path, `/api${path}/`, lookingUp, (at) =>
      at.getByText('Buscando datos en el SII: 3 de 12 clientes nuevos').waitFor(),
    ),
  ]
}

/** As while many new clients are looked up, and the SII gave nothing of some. */
function lookingUp(answer: unknown): object {
  const file = readUploadedFile.reply.parse(answer)
  if (file.content.kind !== 'judged') throw new Error('Not judged')
  const { content } = file
  const client = {
    kind: 'look_up',
    look_up: 'failed',
    message: 'El SII no conoce este RUT. Completa sus datos en la fila.',
  } as const
  return {
    ...file,
    content: {
      ...content,
      unread: ['Vendedor', 'Notas'],
      other_sheets: ['Hoja2'],
      hidden_rows: [12, 13],
      look_ups: { done: 3, total: 12 },
      documents: content.documents.map((one, index) => (index < 9 ? { ...one, client } : one)),
    },
  }
}

function issueStops(id: number): Place[] {
  const path = `/uploads/${id}?view=preview`
  const order = (at: Page) => at.getByRole('button', { name: /^Emitir las \d+ válidas$/ })
  return [
    {
      name: 'upload-preview',
      path,
      reach: (at) => order(at).waitFor(),
    },
    {
      name: 'upload-preview-open',
      path,
      reach: async (at) => {
        await at.getByRole('button', { name: /^Repetidos/ }).click()
        await button(at, 'Ver el documento').first().click()
        await at
          .getByRole('group', { name: /documento/i })
          .first()
          .waitFor()
      },
    },
    rewritten('upload-preview-others', path, `/api/uploads/${id}/`, besideOthers, async (at) => {
      await at.getByRole('button', { name: /^Repetidos/ }).click()
      await at.getByText('puede ser lo mismo', { exact: false }).first().waitFor()
    }),
    answered(
      'upload-preview-closing-hour',
      path,
      `/api/uploads/${id}/pace/`,
      { seconds_each: 41.5, ahead: 112, fits: 9, closes_at: '2026-11-05T21:00:00Z' },
      (at) => button(at, 'Dejar los primeros 9').waitFor(),
    ),
    {
      name: 'upload-confirm',
      path,
      reach: async (at) => {
        await at.getByRole('radio', { name: /^Otro día/ }).check()
        await order(at).click()
        await at.getByRole('button', { name: /^Emitir \d+ documentos$/ }).click()
        await at.getByText(/^Escribe \d+, el número de documentos\.$/).waitFor()
      },
    },
  ]
}

/** As where clients have documents already: issued, planned, of a rule, at the SII alone. */
function besideOthers(answer: unknown): object {
  const file = readUploadedFile.reply.parse(answer)
  if (file.content.kind !== 'judged') throw new Error('Not judged')
  const { documents } = file.content
  const others = documents.slice(0, 5).map(({ rut, totals, document_type }, index) => ({
    ref: `other ${index}`,
    document_type,
    rut,
    document: index < 2 ? 1 : null,
    folio: index === 0 || index === 4 ? 1208 + index : null,
    rule: index === 2 ? 1 : null,
    day: '2026-11-05',
    service_month: '2026-11',
    total: index === 2 ? null : (totals?.total ?? 0) + (index === 3 ? 1 : 0),
    lowered: 0,
  }))
  return { ...file, content: { ...file.content, others } }
}

async function orderedUpload(city: City, as: Resident): Promise<number> {
  const rows = facturas({ count: 6, lines: 1 })
  const id = await uploadTo(city, as, await workbookOf(rows), 'pedidos.xlsx')
  const read = await as.ask('GET', `/uploads/${id}/`)
  const { content } = readUploadedFile.reply.parse(read)
  if (content.kind !== 'judged') throw new Error('Not judged')
  const documents = content.documents.map((one) => ({ key: one.key, content: one.content }))
  const order = { documents, count: documents.length, issue_date: city.today }
  await as.ask('POST', `/uploads/${id}/orders/`, order)
  return id
}

function progressStops(id: number): Place[] {
  const path = `/uploads/${id}`
  return [
    {
      name: 'upload-progress',
      path,
      reach: (at) => heading(at, '0 de 6 emitidos').waitFor(),
    },
    {
      name: 'upload-progress-cancel',
      path,
      reach: async (at) => {
        await button(at, 'Cancelar lo que falta').click()
        await at.getByRole('dialog').waitFor()
      },
    },
    rewritten('upload-progress-of-each-kind', path, `/api${path}/progress/`, ofEachKind, (at) =>
      heading(at, '1 de 6 emitidos').waitFor(),
    ),
  ]
}

const MESSAGE =
  'La clave del SII no sirve. Cámbiala en Conexiones y vuelve a emitirlo desde su página.'

function ofEachKind(answer: unknown): object {
  const progress = readUploadProgress.reply.parse(answer)
  const states = ['issued', 'queued', 'failed', 'uncertain', 'refused', 'cancelled'] as const
  const documents = progress.documents.map((one, index) => {
    const state = states[index] ?? 'issued'
    const isWrong = state === 'failed' || state === 'refused'
    return { ...one, state, folio: index === 0 ? 1208 : null, message: isWrong ? MESSAGE : null }
  })
  const totals = {
    planned: 0,
    waiting: 0,
    queued: 1,
    issued: 1,
    asking: 1,
    failed: 1,
    uncertain: 1,
  }
  return {
    ...progress,
    documents,
    totals: { ...totals, ordered: 6, cancelled: 1 },
    cancellable: 1,
    seconds_left: 4_200,
  }
}

function isPhone(page: Page): boolean {
  return page.viewportSize()?.width === PHONE
}

async function gone(page: Page): Promise<void> {
  await heading(page, 'Este archivo ya no está').waitFor()
}
