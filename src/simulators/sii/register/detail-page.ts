import { dayInChile, formatDay } from '#domain/day.ts'
import { isClaim } from '../state/document-states.ts'
import type { Variants } from '../state/variants.ts'
import { clock } from './csv.ts'
import type { Fact } from './facade.ts'
import type { RegisterRow } from './row.ts'

const empty = [
  'detTasaImp',
  'detAnulado',
  'detIVARetTotal',
  'detIVARetParcial',
  'detIVANoRetenido',
  'detIVAPropio',
  'detIVATerceros',
  'detIVAUsoComun',
  'detLiqRutEmisor',
  'detLiqDvEmisor',
  'detLiqValComNeto',
  'detLiqValComExe',
  'detLiqValComIVA',
  'detIVAFueraPlazo',
  'detExpNumId',
  'detExpNacionalidad',
  'detCredEc',
  'detLey18211',
  'detDepEnvase',
  'detIndSinCosto',
  'detIndServicio',
  'detMntNoFact',
  'detPsjNac',
  'detPsjInt',
  'detNumInt',
  'detCdgSIISucur',
  'detEmisorNota',
  'detTabPuros',
  'detTabCigarrillos',
  'detTabElaborado',
  'detImpVehiculo',
  'detMntActFijo',
  'detMntIVAActFijo',
  'detMntIVANoRec',
  'detMntCodNoRec',
  'detMntSinCredito',
]

/** One document as the JSON has it: of some fifty fields most are null. */
export function detailRow(
  row: RegisterRow,
  taxpayer: string,
  codes: Variants['receiverCodes'],
): Fact {
  const [rut, dv] = row.otherRut.split('-')
  const [ownRut, ownDv] = taxpayer.split('-')
  const { event, refersTo } = row
  const eventAt = event === null ? null : momentText(event.atMs)
  const claimed = event !== null && isClaim(event.code)
  return {
    dhdrCodigo: null,
    dcvRutEmisor: Number(ownRut),
    dcvDvEmisor: ownDv,
    detCodigo: null,
    detTipoDoc: row.tipoDoc,
    detRutDoc: Number(rut),
    detDvDoc: dv,
    detRznSoc: row.otherName,
    detNroDoc: row.folio,
    detFchDoc: formatDay(row.day),
    detFecRecepcion: momentText(row.receivedAtMs),
    detFecAcuse: claimed ? null : eventAt,
    detFecReclamado: claimed ? eventAt : null,
    detMntExe: row.exentoClp,
    detMntNeto: row.netoClp,
    detMntIVA: row.ivaClp,
    detMntTotal: row.totalClp,
    detMntPeriodo: row.totalClp,
    detTipoDocRef: refersTo?.tipoDoc ?? null,
    detFolioDocRef: refersTo === null ? null : String(refersTo.folio),
    detTpoImp: 1,
    detTipoTransaccion: 1,
    descTipoTransaccion: 'Del Giro',
    detEventoReceptor:
      event === null ? null : codes === 'events' ? event.code : claimed ? 'R' : 'A',
    detEventoReceptorLeyenda: event?.legend ?? null,
    totalDtoiMontoImp: row.otherTaxes.reduce((sum, one) => sum + one.amountClp, 0),
    ...Object.fromEntries(empty.map((name) => [name, null])),
  }
}

function momentText(ms: number): string {
  return `${formatDay(dayInChile(ms))} ${clock(ms)}`
}
