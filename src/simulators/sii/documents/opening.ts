import { dteFile } from '#dte/envelope.ts'
import type { DteDocument, TipoDte } from '#dte/document/document.ts'
import { readDtes } from '#dte/read.ts'
import type { Fields } from '../http/form.ts'
import { field } from '../http/form.ts'
import type { Draft, StoredDocument } from '../state/state.ts'
import { isNote, tipoDteOf } from './document-kinds.ts'
import { lineNumber } from './fields.ts'

/** With what the invoice form opens: fields by name, lines too, where something is copied. */
export interface Opening {
  tipoDte: TipoDte
  fields: Fields
}

export function blank(tipoDte: TipoDte): Opening {
  return { tipoDte, fields: new Map() }
}

/** As the draft was saved; its number goes along, so that saving again changes the same one. */
export function fromDraft(draft: Draft): Opening {
  const fields = new Map(Object.entries(draft.fields))
  fields.set('EHDR_CODIGO', draft.id)
  fields.set('ES_BORR', 'TRUE')
  return { tipoDte: tipoDteOf(field(fields, 'PTDC_CODIGO')) ?? 33, fields }
}

/**
 * "Copiar Documento": the old one's receiver, lines and totals, its date not. A note opened so refers to it and
 * annuls it, with all of its amounts.
 */
export function fromDocument(source: StoredDocument, tipoDte: TipoDte): Opening {
  const document = read(source)
  if (!document) return blank(tipoDte)
  return {
    tipoDte,
    fields: new Map([
      ...receiver(document),
      ...lines(document),
      ...totals(document),
      ...(isNote(tipoDte) ? annulment(source) : []),
    ]),
  }
}

function read(source: StoredDocument): DteDocument | null {
  if (source.xml === '') return null
  const reading = readDtes(dteFile(source.xml))
  return reading.kind === 'ok' ? (reading.file.documents[0]?.document ?? null) : null
}

function receiver({ recipient }: DteDocument): [string, string][] {
  const [body = '', dv = ''] = recipient.rut.split('-')
  return [
    ['EFXP_RUT_RECEP', body],
    ['EFXP_DV_RECEP', dv],
    ['EFXP_RZN_SOC_RECEP', recipient.name],
    ['EFXP_GIRO_RECEP', recipient.giro],
    ['EFXP_DIR_RECEP', recipient.address.street],
    ['EFXP_CMNA_RECEP', recipient.address.commune],
    ['EFXP_CIUDAD_RECEP', recipient.address.city],
    ['EFXP_CONTACTO', recipient.contact],
  ]
}

function lines(document: DteDocument): [string, string][] {
  return [
    ['CANT_DET', String(document.lines.length)],
    ...document.lines.flatMap((line, at): [string, string][] => {
      const number = lineNumber(at + 1)
      return [
        [`EFXP_NMB_${number}`, line.name],
        [`EFXP_DSC_ITEM_${number}`, line.description],
        [`EFXP_QTY_${number}`, line.quantity ?? '1'],
        [`EFXP_UNMD_${number}`, line.unit],
        [`EFXP_PRC_${number}`, line.unitPrice ?? '0'],
        [`EFXP_PCTD_${number}`, line.discountPct ?? ''],
        [`EFXP_SUBT_${number}`, String(line.amountClp)],
      ]
    }),
  ]
}

function totals({ totals: sums, paymentForm }: DteDocument): [string, string][] {
  const neto = String(sums.netoClp ?? sums.exentoClp ?? 0)
  return [
    ['EFXP_FMA_PAGO', String(paymentForm ?? 0)],
    ['EFXP_SUBTOTAL', neto],
    ['EFXP_MNT_NETO', neto],
    ['EFXP_IVA', String(sums.ivaClp ?? 0)],
    ['EFXP_MNT_TOTAL', String(sums.totalClp)],
  ]
}

function annulment(source: StoredDocument): [string, string][] {
  return [
    ['REF_SI_NO', 'SiChecked'],
    ['EFXP_TPO_DOC_REF_001', String(source.tipoDte)],
    ['EFXP_FOLIO_REF_001', String(source.folio)],
    ['EFXP_FCH_REF_001', source.issueDay],
    ['EFXP_CODIGO_REF_001', '1'],
    ['EFXP_RAZON_REF_001', 'Anula documento'],
  ]
}
