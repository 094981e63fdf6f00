import { SII_NAMESPACE } from '../xml/canonical.ts'
import { declaring, ENVELOPE_ATTRIBUTES, SIGNATURE_PART, STAMP_PART } from './parts.ts'
import type { Grammar, TextRule } from './schema.ts'
import {
  anyDate,
  decimal,
  exactly,
  folio,
  moment,
  monto,
  of,
  pattern,
  positive,
  rut,
  text,
  unsignedLong,
  upTo,
  valor,
  version,
  xmlId,
} from './text-rules.ts'

// The SII's EnvioBOLETA_v11 (2024). Names and order differ from the factura's where one wouldn't think it: RznSocEmisor,
// GiroEmisor, TotalPeriodo, no TasaIVA, no FchRef.

const MAX_BOLETAS = 500
const tipoDte = pattern(/^(39|41)$/)
const percent: TextRule = (value) => /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100
const ticketMoment: TextRule = (value) => moment(value) && value >= '2010-03-10'

export const BOLETA_GRAMMAR: Grammar = {
  sequences: {
    EnvioBOLETA: 'SetDTE Signature',
    SetDTE: `Caratula DTE+${MAX_BOLETAS}`,
    Caratula: 'RutEmisor RutEnvia RutReceptor FchResol NroResol TmstFirmaEnv SubTotDTE+2',
    SubTotDTE: 'TpoDTE NroDTE',
    DTE: 'Documento Signature',
    Documento:
      'Encabezado Detalle*1000 SubTotInfo*20 DscRcgGlobal*20 Referencia*40 GeoRefEmision? TED TmstFirma',
    Encabezado: 'IdDoc Emisor Receptor RUTProvSW? Totales',
    IdDoc:
      'TipoDTE Folio FchEmis IndServicio IndMntNeto? PeriodoDesde? PeriodoHasta? FchVenc? MedioPago?',
    Emisor: 'RUTEmisor RznSocEmisor? GiroEmisor? CdgSIISucur? DirOrigen? CmnaOrigen? CiudadOrigen?',
    Receptor:
      'RUTRecep CdgIntRecep? RznSocRecep? Contacto? CorreoRecep? TelefonoRecep? DirRecep? CmnaRecep? ' +
      'CiudadRecep? DirPostal? CmnaPostal? CiudadPostal?',
    Totales: 'MntNeto? MntExe? IVA? MntTotal MontoNF? TotalPeriodo? SaldoAnterior? VlrPagar?',
    Detalle:
      'NroLinDet CdgItem*5 IndExe? ItemEspectaculo? RUTMandante? NmbItem InfoTicket? DscItem? QtyItem? ' +
      'UnmdItem? PrcItem? DescuentoPct? DescuentoMonto? RecargoPct? RecargoMonto? MontoItem',
    CdgItem: 'TpoCodigo VlrCodigo',
    InfoTicket:
      'FolioTicket FchGenera NmbEvento TpoTicket CdgEvento FchEvento LugarEvento UbicEvento ' +
      'FilaUbicEvento? AsntoUbicEvento?',
    SubTotInfo:
      'NroSTI GlosaSTI? OrdenSTI? SubTotNetoSTI? SubTotIVASTI? SubTotAdicSTI? SubTotExeSTI? ' +
      'ValSubtotSTI? LineasDeta*1000',
    DscRcgGlobal: 'NroLinDR TpoMov GlosaDR? TpoValor ValorDR IndExeDR?',
    Referencia: 'NroLinRef TpoDocRef? FolioRef? CodRef? RazonRef? CodVndor? CodCaja?',
    GeoRefEmision: 'LatitudEmision LongitudEmision SistemaReferencia',
    ...STAMP_PART.sequences,
    ...SIGNATURE_PART.sequences,
  },
  attributes: {
    EnvioBOLETA: {
      ...version,
      'xsi:schemaLocation': exactly(`${SII_NAMESPACE} EnvioBOLETA_v11.xsd`),
    },
    ...ENVELOPE_ATTRIBUTES,
    DTE: { ...version, 'xsi:schemaLocation?': text(1, 200) },
    Documento: { ID: xmlId },
    ...STAMP_PART.attributes,
    ...SIGNATURE_PART.attributes,
  },
  declares: declaring('EnvioBOLETA SetDTE DTE Documento Signature SignedInfo'),
  texts: {
    ...STAMP_PART.texts,
    ...SIGNATURE_PART.texts,
    ...of(rut, 'RutEmisor RutEnvia RutReceptor RUTEmisor RUTRecep RUTProvSW RUTMandante RE RR'),
    ...of(anyDate, 'FchResol FchEmis PeriodoDesde PeriodoHasta FchVenc FE FA'),
    ...of(moment, 'TmstFirmaEnv TSTED TmstFirma'),
    ...of(ticketMoment, 'FchGenera FchEvento'),
    ...of(tipoDte, 'TipoDTE TpoDTE TD'),
    ...of(folio, 'Folio F D H'),
    ...of(monto, 'MntNeto MntExe IVA MntTotal DescuentoMonto RecargoMonto MontoItem'),
    ...of(valor, 'MontoNF TotalPeriodo SaldoAnterior VlrPagar'),
    ...of(decimal(12, 6), 'QtyItem PrcItem'),
    ...of(decimal(16, 2), 'SubTotNetoSTI SubTotIVASTI SubTotAdicSTI SubTotExeSTI ValSubtotSTI'),
    ...of(decimal(16, 2), 'ValorDR'),
    ...of(percent, 'DescuentoPct RecargoPct'),
    ...of(upTo(1000), 'NroLinDet LineasDeta'),
    ...of(upTo(20), 'NroSTI NroLinDR'),
    ...of(text(0, 4), 'UnmdItem'),
    ...of(text(0, 8), 'CodVndor CodCaja'),
    ...of(text(0, 10), 'TpoCodigo TpoTicket'),
    ...of(text(0, 20), 'CdgIntRecep CmnaOrigen CiudadOrigen CmnaRecep CiudadRecep CmnaPostal'),
    ...of(text(0, 20), 'CiudadPostal TelefonoRecep UbicEvento'),
    ...of(text(0, 30), 'LatitudEmision LongitudEmision'),
    ...of(text(0, 3), 'TpoDocRef FilaUbicEvento AsntoUbicEvento'),
    ...of(text(0, 18), 'FolioRef CodRef'),
    ...of(text(0, 40), 'RSR IT1 RS'),
    ...of(text(0, 70), 'DirOrigen DirRecep DirPostal'),
    ...of(text(0, 80), 'GiroEmisor Contacto CorreoRecep NmbItem GlosaSTI NmbEvento LugarEvento'),
    ...of(text(0, 100), 'RznSocEmisor RznSocRecep'),
    MNT: unsignedLong,
    NroDTE: positive(30),
    NroResol: pattern(/^\d{1,6}$/),
    IndServicio: pattern(/^[1-4]$/),
    IndMntNeto: exactly('2'),
    MedioPago: pattern(/^[1-5]$/),
    CdgSIISucur: positive(9),
    VlrCodigo: text(0, 35),
    IndExe: pattern(/^[126]$/),
    ItemEspectaculo: pattern(/^0?[12]$/),
    FolioTicket: positive(6),
    CdgEvento: text(0, 5),
    DscItem: text(0, 1000),
    OrdenSTI: upTo(99),
    TpoMov: pattern(/^[DR]$/),
    GlosaDR: text(0, 45),
    TpoValor: pattern(/^[$%]$/),
    IndExeDR: pattern(/^[12]$/),
    NroLinRef: upTo(40),
    RazonRef: text(0, 90),
    SistemaReferencia: positive(1),
  },
}
