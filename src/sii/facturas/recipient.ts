import type { Rut } from '#domain/rut.ts'
import { parseRut } from '#domain/rut.ts'
import { FORM, RECIPIENT_LOOKUP } from '../http/addresses.ts'
import { portalChanged } from '../http/diagnosis.ts'
import { fieldValue, withValues } from '../pages/forms.ts'
import { plain } from '../pages/html.ts'
import type { Browser } from '../http/http.ts'
import type { Answer, RecipientData } from '../interface/portal.ts'
import type { FacturaForm } from './form.ts'
import { readFacturaForm, recipientRutFields } from './form.ts'

/** Posts the whole form again with the receiver's RUT, as the page does, and gets it back filled in. */
export async function lookUpRecipient(
  browser: Browser,
  form: FacturaForm,
  rut: Rut,
  timeoutMs: number,
  referer = FORM,
): Promise<Answer<FacturaForm>> {
  const fields = withValues(form.fields, recipientRutFields(rut))
  const visit = await browser.post(RECIPIENT_LOOKUP, fields, { referer, timeoutMs })
  const filled = readFacturaForm(visit, 'judged')
  if (filled.kind !== 'ok') return filled
  return isAboutSomebodyElse(filled.value, rut) ? portalChanged('EFXP_RUT_RECEP') : filled
}

/** Null when the SII knows nobody by that RUT: the form comes back with those fields empty. */
export function readRecipient(form: FacturaForm): RecipientData | null {
  const name = value(form, 'EFXP_RZN_SOC_RECEP')
  if (name === '') return null
  const main = {
    street: value(form, 'EFXP_DIR_RECEP'),
    commune: value(form, 'EFXP_CMNA_RECEP'),
    city: value(form, 'EFXP_CIUDAD_RECEP'),
  }
  const giro = value(form, 'EFXP_GIRO_RECEP')
  return {
    name,
    giros: distinct([giro, ...choices(form, 'EFXP_GIRO_RECEP'), ...girosInScripts(form, giro)]),
    addresses: allAddresses(form, main),
  }
}

type Address = RecipientData['addresses'][number]

/**
 * Several addresses come as a select, with commune and city of each in some script's array whose name no
 * source gives: any array that isn't the issuer's and holds the address shown is taken for it.
 */
function allAddresses(form: FacturaForm, main: Address): Address[] {
  const rows = recipientArrays(form)
    .filter(({ rows }) => rows.every((row) => row.length >= 3))
    .filter((table) => holds(form, table, 'EFXP_DIR_RECEP', main.street))
    .flatMap(({ rows }) => rows)
    .map(([street = '', commune = '', city = '']) => ({ street, commune, city }))
  const known = new Map<string, Address>()
  const listed = choices(form, 'EFXP_DIR_RECEP').map((street) => ({
    street,
    commune: '',
    city: '',
  }))
  for (const address of [main, ...rows, ...listed]) {
    if (address.street === '') continue
    const earlier = known.get(plain(address.street))
    known.set(plain(address.street), earlier === undefined ? address : filledIn(earlier, address))
  }
  return [...known.values()]
}

function filledIn(address: Address, other: Address): Address {
  return {
    street: address.street,
    commune: address.commune || other.commune,
    city: address.city || other.city,
  }
}

/** Rows of one or two texts: a name, or a code and its name. */
function girosInScripts(form: FacturaForm, shown: string): string[] {
  return recipientArrays(form)
    .filter(({ rows }) => rows.every((row) => row.length <= 2))
    .filter((table) => holds(form, table, 'EFXP_GIRO_RECEP', shown))
    .flatMap(({ rows }) => rows)
    .map((row) => (/^\d*$/.test(row[0] ?? '') ? (row[1] ?? '') : (row[0] ?? '')))
}

interface Table {
  /** Of the script's variable: no source tells the portal's own (portal 3.3). */
  name: string
  rows: string[][]
}

function recipientArrays(form: FacturaForm): Table[] {
  return [...form.arrays]
    .filter(([name, rows]) => !/^emisor|^arrFecha$/i.test(name) && rows.length > 0)
    .map(([name, rows]) => ({ name, rows }))
}

/**
 * A table with the value shown is the field's. Where the page shows none, a script draws the field or fills it: then
 * the recipient's are the tables named so, or without any, those that can be nothing else.
 */
function holds(form: FacturaForm, { name, rows }: Table, field: string, shown: string): boolean {
  if (shown !== '') return rows.some((row) => row.some((cell) => plain(cell) === plain(shown)))
  if (choices(form, field).length > 0) return false
  const isNamed = ({ name: each }: Table): boolean => /recep|dest|cliente/i.test(each)
  if (recipientArrays(form).some(isNamed)) return isNamed({ name, rows })
  return rows.every((row) => (field === 'EFXP_DIR_RECEP' ? isAddress(row) : isActivity(row)))
}

/** Street, commune and city are words: a table of communes or of taxes has numbers among them. */
function isAddress([street = '', commune = '', city = '']: string[]): boolean {
  return street !== '' && !/^\d+$/.test(street) && /^\D+$/.test(commune) && /^\D*$/.test(city)
}

/** The SII's codes of activities have six digits. */
function isActivity([code = '', name = '']: string[]): boolean {
  return /^\d{6}$/.test(code) && name !== ''
}

function choices(form: FacturaForm, name: string): string[] {
  const control = form.controls.find((each) => each.name === name)
  if (control?.kind !== 'select') return []
  return control.options.map((option) => option.value.trim()).filter((text) => !isPrompt(text))
}

function value(form: FacturaForm, name: string): string {
  const text = fieldValue(form.fields, name)?.trim() ?? ''
  return isPrompt(text) ? '' : text
}

/** "Seleccione…", "Otra dirección": invitations, not data. */
function isPrompt(text: string): boolean {
  return text === '' || text === '0' || /^(seleccion|otr[ao]( |$).{0,20}$)/.test(plain(text))
}

function distinct(texts: string[]): string[] {
  const kept = new Map(texts.map((text) => [plain(text), text]))
  kept.delete('')
  return [...kept.values()]
}

/** An empty RUT coming back is how the form says it knows nobody. */
function isAboutSomebodyElse(form: FacturaForm, rut: Rut): boolean {
  const body = value(form, 'EFXP_RUT_RECEP')
  // Not through `value`: a check digit of 0 is data, not a prompt.
  const checkDigit = fieldValue(form.fields, 'EFXP_DV_RECEP')?.trim() ?? ''
  return body !== '' && parseRut(`${body}-${checkDigit}`) !== rut
}
