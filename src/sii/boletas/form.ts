import { dayOfMonth, monthNumberOf, yearOf } from '#domain/day.ts'
import type { BoletaContent } from '#domain/document.ts'
import { BOLETA_LINE_LENGTH, MAX_BOLETA_LINES } from '#domain/document.ts'
import { sumClp } from '#domain/money.ts'
import type { Withholder } from '#domain/retention.ts'
import type { Rut } from '#domain/rut.ts'
import { rutBody, rutDv } from '#domain/rut.ts'
import { basisPointsIn, folioIn } from '../pages/amounts.ts'
import type { Fields } from '../pages/charset.ts'
import { cutAtWord, tidy } from '../pages/field-text.ts'
import { withValues } from '../pages/forms.ts'
import { inlineText } from '../pages/html.ts'
import type { BoletaIssuer } from '../interface/portal.ts'
import type { BoletaPage } from './page.ts'
import { carriedText } from './page.ts'

/**
 * What step 3 posts for a frozen boleta: all the data page holds, with ours over it (portal 4.2). Amounts are
 * gross; the SII computes the rest. Throws when the lines don't add up or aren't one to four.
 */
export function boletaFields(page: BoletaPage, content: BoletaContent, addressId: string): Fields {
  checkContent(content)
  const { recipient, issueDate } = content
  const glosa = carriedText(page, 'hdn_muestra_glosa') || 'no'
  return withValues(page.fields, [
    ...['dia_actual', 'mes_actual', 'anio_actual'].map(
      (name) => [name, carriedText(page, name)] as const,
    ),
    ...personFields(content.issuer.rut, content.withholder),
    ['hdn_muestra_glosa', glosa],
    ['rdb_glosa', glosa],
    ['hdn_glosa_actividad', either(page, 'glosa_actividad', 'hdn_glosa_actividad')],
    ['cantidad_filas_ingreso', String(MAX_BOLETA_LINES)],
    ['cbo_domicilio', addressId],
    ['txt_comuna', either(page, 'comuna_ctr', 'txt_comuna')],
    ['txt_telefono', either(page, 'fono_ctr', 'txt_telefono')],
    ['txt_fax', ''],
    ['cbo_dia_boleta', optionFor(page, 'cbo_dia_boleta', dayOfMonth(issueDate))],
    ['cbo_mes_boleta', optionFor(page, 'cbo_mes_boleta', monthNumberOf(issueDate))],
    ['cbo_anio_boleta', optionFor(page, 'cbo_anio_boleta', yearOf(issueDate))],
    ['txt_rut_destinatario', String(rutBody(recipient.rut))],
    ['txt_dv_destinatario', rutDv(recipient.rut)],
    ['txt_nombres_destinatario', tidy(recipient.name, 100)],
    ['txt_domicilio_destinatario', tidy(recipient.address.street, 70)],
    ['cod_region', optionFor(page, 'cod_region', recipient.address.region)],
    ['cbo_comuna', String(recipient.address.communeCode)],
    ['txt_comuna_destinatario', recipient.address.commune],
    ...Array.from({ length: MAX_BOLETA_LINES }, (_, index) =>
      lineFields(page, content.lines[index] ?? null, index + 1),
    ).flat(),
  ])
}

/** Who issues and who withholds: what step 2 asks, and every later step again. */
export function personFields(person: Rut, withholder: Withholder): Fields {
  return [
    ['rut_arrastre', String(rutBody(person))],
    ['dv_arrastre', rutDv(person)],
    ['sin_destinatario', 'NO'],
    ['OptTipoRetencion', withholder === 'recipient' ? 'RETRECEPTOR' : 'RETCONTRIBUYENTE'],
  ]
}

export function readBoletaIssuer(page: BoletaPage): BoletaIssuer {
  return {
    name: carriedText(page, 'razon_social'),
    activity: carriedText(page, 'glosa_actividad'),
    addresses: addressesIn(page),
    lastFolio: folioIn(carriedText(page, 'num_ult_boleta')),
    rateBasisPoints: rateIn(page),
  }
}

/** Both spellings occur. */
export function rateIn(page: BoletaPage): number | null {
  return basisPointsIn(either(page, 'PorcentajeRetencion', 'porc_retencion'))
}

function either(page: BoletaPage, name: string, other: string): string {
  return carriedText(page, name) || carriedText(page, other)
}

const MAX_ADDRESSES = 100

/** By id: `iddir1`… of the script and the options of `cbo_domicilio`, whichever the page has. */
function addressesIn(page: BoletaPage): BoletaIssuer['addresses'] {
  const found = new Map<string, string>()
  for (let number = 1; number <= MAX_ADDRESSES; number += 1) {
    const id = page.values.get(`iddir${number}`) ?? ''
    if (id === '') break
    found.set(id, addressText(page, number))
  }
  for (const { value, label } of optionsIn(page, 'cbo_domicilio')) {
    if (/^\d{1,15}$/.test(value) && Number(value) > 0) found.set(value, label)
  }
  return [...found].map(([id, text]) => ({ id, text }))
}

/** No source says under which key the address itself stands beside its id. */
function addressText({ values }: BoletaPage, number: number): string {
  const keys = ['dir', 'direccion', 'domicilio', 'desc_dir', 'calle'].map(
    (key) => `${key}${number}`,
  )
  return inlineText(keys.map((key) => values.get(key) ?? '').find((text) => text !== '') ?? '')
}

/** The option that means that number however it is padded; two digits when the page shows none. */
function optionFor(page: BoletaPage, name: string, number: number): string {
  const same = optionsIn(page, name).find(({ value }) => value !== '' && Number(value) === number)
  if (same !== undefined) return same.value
  return name === 'cod_region' ? String(number) : String(number).padStart(2, '0')
}

function optionsIn(page: BoletaPage, name: string): readonly { value: string; label: string }[] {
  const control = page.controls.find((each) => each.name === name)
  return control?.kind === 'select' ? control.options : []
}

function lineFields(
  page: BoletaPage,
  line: BoletaContent['lines'][number] | null,
  number: number,
): Fields {
  const name = `desc_prestacion_${number}`
  const control = page.controls.find((each) => each.name === name)
  const declared = control === undefined || control.kind === 'select' ? null : control.maxLength
  const maxLength = declared ?? BOLETA_LINE_LENGTH
  return [
    [name, line === null ? '' : cutAtWord(tidy(line.description, 1000), maxLength)],
    [`valor_prestacion_${number}`, line === null ? '' : String(line.grossClp)],
  ]
}

function checkContent({ lines, grossClp }: BoletaContent): void {
  if (lines.length < 1 || lines.length > MAX_BOLETA_LINES) {
    throw new Error(`The form takes 1 to ${MAX_BOLETA_LINES} lines, not ${lines.length}`)
  }
  if (sumClp(lines.map((line) => line.grossClp)) !== grossClp) {
    throw new Error('A boleta whose lines do not add up was about to be filled in')
  }
}
