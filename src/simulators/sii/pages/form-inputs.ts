import { hidden, inAttribute } from '../http/answer.ts'
import { lineNumber, MAX_LINES } from '../documents/fields.ts'
import { field } from '../http/form.ts'
import type { Opening } from '../documents/opening.ts'
import type { KnownReceiver } from '../documents/receivers.ts'
import type { CompanyVisit } from '../http/visit.ts'

/** Address, activity and date stand empty here: only the script's literals carry them. */
export function issuerInputs({ company }: CompanyVisit, opening: Opening): string {
  const empty = ['EFXP_CDG_SII_SUCUR', 'EFXP_FCH_EMIS', 'EFXP_DIR_ORIGEN_DEFUALT']
  const at = (name: string, otherwise: string) => opened(opening, name, otherwise)
  return [
    hidden('esCRED_EC', 'FALSE'),
    hidden('esFACT_TUR', 'FALSE'),
    hidden('PTDC_CODIGO', String(opening.tipoDte)),
    hidden('CANT_DET', at('CANT_DET', '1')),
    hidden('ES_BORR', at('ES_BORR', 'FALSE')),
    hidden('EHDR_CODIGO', at('EHDR_CODIGO', '')),
    ...empty.map((name) => hidden(name, '')),
    text('EFXP_RZN_SOC', company.name, 100),
    text('EFXP_DIR_ORIGEN', '', 70),
    text('EFXP_CMNA_ORIGEN', '', 20),
    text('EFXP_CIUDAD_ORIGEN', '', 20),
    '<select name="EFXP_TIPOVENTA_SELECT"><option value="1" selected>Del Giro<option value="2">Activo Fijo<option value="3">Bienes Raices</select>',
    text('EFXP_EMAIL_EMISOR', company.email, 80),
    '<input type="checkbox" name="FONO_SI_NO" value="SiChecked">',
    text('EFXP_FONO_EMISOR', company.phone, 20),
    text('EFXP_GIRO_EMIS', company.giro, 80),
    hidden('EFXP_ACTECO', ''),
    '<select name="EFXP_ACTECO_SELECT"></select>',
    '<input type="checkbox" name="EMP_MENOR_TAMANO" value="SiChecked">',
  ].join('\n')
}

export function receiverInputs(
  visit: CompanyVisit,
  known: KnownReceiver | null,
  opening: Opening,
): string {
  const [body = '', dv = ''] = (known?.rut ?? '').split('-')
  const first = known?.addresses[0]
  const at = (name: string, otherwise: string) => opened(opening, name, otherwise)
  return [
    `<input type="text" name="EFXP_RUT_RECEP" value="${at('EFXP_RUT_RECEP', body)}" maxlength="8">`,
    `<input type="text" name="EFXP_DV_RECEP" value="${at('EFXP_DV_RECEP', dv)}" maxlength="1" onchange="enviaCGI(this)">`,
    text('EFXP_RZN_SOC_RECEP', at('EFXP_RZN_SOC_RECEP', known?.name ?? ''), 100),
    '<select name="EFXP_TIPOCOMPRA_SELECT"><option value="1" selected>Del Giro<option value="2">Supermercados<option value="7">No corresponde</select>',
    hidden('EFXP_DIR_RECEP_DEFUALT', ''),
    choice(visit, 'EFXP_DIR_RECEP', known?.addresses.map((one) => one.street) ?? [], 70, opening),
    text('EFXP_CMNA_RECEP', at('EFXP_CMNA_RECEP', first?.commune ?? ''), 20),
    text('EFXP_CIUDAD_RECEP', at('EFXP_CIUDAD_RECEP', first?.city ?? ''), 20),
    hidden('EFXP_GIRO_RECEP_DEFUALT', ''),
    choice(visit, 'EFXP_GIRO_RECEP', known?.giros ?? [], 40, opening),
    text('EFXP_CONTACTO', at('EFXP_CONTACTO', ''), 80),
    text('EFXP_RUT_SOLICITA', '', 8),
    text('EFXP_DV_SOLICITA', '', 1),
  ].join('\n')
}

/** A 34 has the fields of a factura but for the IVA. */
export function otherInputs(opening: Opening): string {
  const transport = ['RUT_TRANSPORTE', 'DV_TRANSPORTE', 'PATENTE', 'RUT_CHOFER', 'DV_CHOFER']
  const amount = (name: string, otherwise = '0') => text(name, opened(opening, name, otherwise), 18)
  return [
    ...[...transport, 'NOMBRE_CHOFER'].map((name) => text(`EFXP_${name}`, '', 30)),
    ...['COD_SI_NO', 'OTRO_IMP_SI_NO'].map(
      (name) => `<input type="checkbox" name="${name}" value="SiChecked">`,
    ),
    referenceInputs(opening),
    amount('EFXP_SUBTOTAL'),
    amount('EFXP_PCT_DESC'),
    amount('EFXP_MNT_DESC'),
    amount('EFXP_MNT_NETO'),
    hidden('IVA_TEMP', ''),
    hidden('MNT_NETO_TEMP', ''),
    text('EFXP_TASA_IVA', '19', 5),
    ...(opening.tipoDte === 34 ? [] : [amount('EFXP_IVA')]),
    amount('EFXP_MNT_TOTAL'),
  ].join('\n')
}

function referenceInputs(opening: Opening): string {
  const ticked = opening.fields.has('REF_SI_NO') ? ' checked' : ''
  const written = [...opening.fields].filter(([name]) => name.includes('_REF_00'))
  return [
    `<input type="checkbox" name="REF_SI_NO" value="SiChecked"${ticked}>`,
    ...written.map(([name, value]) => text(name, value, 90)),
  ].join('\n')
}

const lineNames = ['NMB', 'DSC_ITEM', 'QTY', 'UNMD', 'PRC', 'PCTD', 'SUBT']

/** The lines of what is copied, as inputs: the empty form's are drawn by its script, or only their names aren't. */
export function lineInputs(visit: CompanyVisit, opening: Opening): string {
  const { copiedLines: where, nameLength } = visit.portal.variants
  const copied = copiedLines(opening)
  if (copied.length === 0) return nameLength === 'stated' ? nameInputs() : ''
  if (where === 'script') return ''
  return copied
    .flatMap((at) =>
      lineNames.map((name) => {
        const of = `EFXP_${name}_${at}`
        return text(of, field(opening.fields, of), name === 'DSC_ITEM' ? 1000 : 80)
      }),
    )
    .join('\n')
}

const LONGEST_NAME = 40

function nameInputs(): string {
  const all = Array.from({ length: MAX_LINES }, (_, at) => `EFXP_NMB_${lineNumber(at + 1)}`)
  return all.map((name) => text(name, '', LONGEST_NAME)).join('\n')
}

/** The same as a literal that the script would draw; its name on the real page is unknown. */
export function lineScript(visit: CompanyVisit, opening: Opening): string {
  const numbers = copiedLines(opening)
  if (visit.portal.variants.copiedLines === 'inputs' || numbers.length === 0) return ''
  const rows = numbers.map((at) =>
    row(lineNames.map((name) => field(opening.fields, `EFXP_${name}_${at}`))),
  )
  return `var arrDetalle = [${rows.join(',')}];`
}

function copiedLines({ fields }: Opening): string[] {
  return Array.from({ length: MAX_LINES }, (_, at) => lineNumber(at + 1)).filter((at) =>
    fields.has(`EFXP_NMB_${at}`),
  )
}

/** One value is an input; several are a select, its options written out or left to the script. */
function choice(
  visit: CompanyVisit,
  name: string,
  values: string[],
  maxLength: number,
  opening: Opening,
): string {
  if (values.length <= 1) return text(name, opened(opening, name, values[0] ?? ''), maxLength)
  if (visit.portal.variants.receiverShape === 'script') {
    return `<select name="${name}" onchange="modDir()"></select>`
  }
  const options = values.map(
    (value) => `<option value="${inAttribute(value)}">${inAttribute(value)}\n`,
  )
  return `<select name="${name}" onchange="modDir()">${options.join('')}</select>`
}

export function row(values: string[]): string {
  return `[${values.map((value) => `"${inAttribute(value)}"`).join(',')}]`
}

function opened({ fields }: Opening, name: string, otherwise: string): string {
  return fields.get(name) ?? otherwise
}

function text(name: string, value: string, maxLength: number): string {
  return `<input type="text" name="${name}" value="${inAttribute(value)}" maxlength="${maxLength}">`
}
