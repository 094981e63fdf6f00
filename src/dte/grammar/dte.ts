import { SII_NAMESPACE } from '../xml/canonical.ts'
import { MAX_DOCUMENTS } from '../document/document.ts'
import { declaring, ENVELOPE_ATTRIBUTES, SIGNATURE_PART, STAMP_PART } from './parts.ts'
import type { Grammar } from './schema.ts'
import {
  date,
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

// The SII's DTE_v10, EnvioDTE_v10 and SiiTypes_v10 (2022-24), for Documento of a factura, a note or a guía: the
// parts for export and liquidación are left out. The generations before it allow nothing that this one refuses.

const currency = pattern(
  new RegExp(
    '^(BOLIVAR|BOLIVIANO|CHELIN|CORONA (DIN|NOR|SC)|CRUZEIRO REAL|DIRHAM|DOLAR (AUST|CAN|HK|NZ|SIN|TAI|USA)|' +
      'DRACMA|ESCUDO|EURO|FLORIN|FRANCO (BEL|FR|SZ)|GUARANI|LIBRA EST|LIRA|MARCO (AL|FIN)|NUEVO SOL|' +
      'OTRAS MONEDAS|PESETA|PESO|PESO (CL|COL|MEX|URUG)|RAND|RENMINBI|RUPIA|SUCRE|YEN)$',
  ),
)
const tipoDte = pattern(/^(33|34|46|52|56|61)$/)
const additionalTax = pattern(
  /^(1[4-9]|2[3-8]|3\d|4[014-9]|5[0-5]|271|301|321|331|341|361|371|481)$/,
)

export const DTE_GRAMMAR: Grammar = {
  sequences: {
    EnvioDTE: 'SetDTE Signature',
    SetDTE: `Caratula DTE+${MAX_DOCUMENTS}`,
    Caratula: 'RutEmisor RutEnvia RutReceptor FchResol NroResol TmstFirmaEnv SubTotDTE+20',
    SubTotDTE: 'TpoDTE NroDTE',
    DTE: 'Documento Signature',
    Documento:
      'Encabezado Detalle+60 SubTotInfo*20 DscRcgGlobal*20 Referencia*40 GeoRefEmision? ManejoMadera? ' +
      'Comisiones*20 TED TmstFirma',
    Encabezado: 'IdDoc Emisor RUTMandante? Receptor RUTSolicita? Transporte? Totales OtraMoneda?',
    IdDoc:
      'TipoDTE Folio FchEmis IndNoRebaja? TipoDespacho? IndTraslado? TpoImpresion? IndServicio? MntBruto? ' +
      'TpoTranCompra? TpoTranVenta? FmaPago? FmaPagExp? FchCancel? MntCancel? SaldoInsol? MntPagos*30 ' +
      'PeriodoDesde? PeriodoHasta? MedioPago? TpoCtaPago? NumCtaPago? BcoPago? TermPagoCdg? ' +
      'TermPagoGlosa? TermPagoDias? FchVenc? TipoFactEsp?',
    MntPagos: 'FchPago MntPago GlosaPagos?',
    Emisor:
      'RUTEmisor RznSoc GiroEmis Telefono*2 CorreoEmisor? Acteco+4 Sucursal? CdgSIISucur? DirOrigen? ' +
      'CmnaOrigen? CiudadOrigen? CdgVendedor? IdAdicEmisor? RUTProveedor? RznSocProveedor?',
    Receptor:
      'RUTRecep CdgIntRecep? RznSocRecep Extranjero? GiroRecep? Contacto? CorreoRecep? DirRecep? ' +
      'CmnaRecep? CiudadRecep? DirPostal? CmnaPostal? CiudadPostal?',
    Extranjero: 'NumId? Nacionalidad? TipoDocID?',
    Transporte: 'Patente? RUTTrans? Chofer? DirDest? CmnaDest? CiudadDest?',
    Chofer: 'RUTChofer NombreChofer',
    Totales:
      'MntNeto? MntExe? MntBase? MntMargenCom? TasaIVA? IVA? IVAProp? IVATerc? ImptoReten*20 IVANoRet? ' +
      'CredEC? GrntDep? Comisiones? MntTotal MontoNF? MontoPeriodo? SaldoAnterior? VlrPagar?',
    'Totales/Comisiones': 'ValComNeto? ValComExe? ValComIVA?',
    ImptoReten: 'TipoImp TasaImp? MontoImp',
    OtraMoneda:
      'TpoMoneda TpoCambio? MntNetoOtrMnda? MntExeOtrMnda? MntFaeCarneOtrMnda? MntMargComOtrMnda? ' +
      'IVAOtrMnda? ImpRetOtrMnda*20 IVANoRetOtrMnda? MntTotOtrMnda',
    ImpRetOtrMnda: 'TipoImpOtrMnda TasaImpOtrMnda? VlrImpOtrMnda',
    Detalle:
      'NroLinDet CdgItem*5 IndExe? Retenedor? NmbItem DscItem? QtyRef? UnmdRef? PrcRef? QtyItem? ' +
      'Subcantidad*5 FchElabor? FchVencim? UnmdItem? PrcItem? OtrMnda? DescuentoPct? DescuentoMonto? ' +
      'SubDscto*5 RecargoPct? RecargoMonto? SubRecargo*5 CodImpAdic*2 MontoItem',
    CdgItem: 'TpoCodigo VlrCodigo',
    Retenedor: 'IndAgente MntBaseFaena? MntMargComer? PrcConsFinal?',
    Subcantidad: 'SubQty SubCod',
    OtrMnda: 'PrcOtrMon Moneda FctConv? DctoOtrMnda? RecargoOtrMnda? MontoItemOtrMnda?',
    SubDscto: 'TipoDscto ValorDscto',
    SubRecargo: 'TipoRecargo ValorRecargo',
    SubTotInfo:
      'NroSTI GlosaSTI OrdenSTI? SubTotNetoSTI? SubTotIVASTI? SubTotAdicSTI? SubTotExeSTI? ' +
      'ValSubtotSTI? LineasDeta*60',
    DscRcgGlobal: 'NroLinDR TpoMov GlosaDR? TpoValor ValorDR ValorDROtrMnda? IndExeDR?',
    Referencia: 'NroLinRef TpoDocRef IndGlobal? FolioRef RUTOtr? FchRef CodRef? RazonRef?',
    GeoRefEmision: 'LatitudEmision LongitudEmision SistemaReferencia',
    ManejoMadera:
      'ComunaRolOrigen MnzRolOrigen PrdRolOrigen CodPlanConaf LatitudOrigenMadera LongitudOrigenMadera ' +
      'SistemareferenciaMadera',
    Comisiones: 'NroLinCom TipoMovim Glosa TasaComision? ValComNeto ValComExe ValComIVA?',
    ...STAMP_PART.sequences,
    ...SIGNATURE_PART.sequences,
  },
  attributes: {
    EnvioDTE: { ...version, 'xsi:schemaLocation': exactly(`${SII_NAMESPACE} EnvioDTE_v10.xsd`) },
    ...ENVELOPE_ATTRIBUTES,
    DTE: { ...version, 'xsi:schemaLocation?': text(1, 200) },
    Documento: { ID: xmlId },
    ...STAMP_PART.attributes,
    ...SIGNATURE_PART.attributes,
  },
  // Anywhere else a declaration would move an element out of the SII's namespace.
  declares: declaring('EnvioDTE SetDTE DTE Documento Signature SignedInfo'),
  texts: {
    ...of(rut, 'RutEmisor RutEnvia RutReceptor RUTEmisor RUTProveedor RUTMandante RUTRecep'),
    ...of(rut, 'RUTSolicita RUTTrans RUTChofer RUTOtr RE RR'),
    ...of(date, 'FchResol FchEmis FchCancel FchPago PeriodoDesde PeriodoHasta FchVenc FchElabor'),
    ...of(date, 'FchVencim FchRef FE FA'),
    ...of(moment, 'TmstFirmaEnv TSTED TmstFirma'),
    ...of(tipoDte, 'TipoDTE TD'),
    TpoDTE: pattern(/^(33|34|43|46|52|56|61|110|111|112)$/),
    ...of(folio, 'Folio F D H'),
    ...of(
      monto,
      'MntCancel SaldoInsol MntPago MntNeto MntExe MntBase MntMargenCom IVA IVAProp IVATerc',
    ),
    ...of(monto, 'CredEC GrntDep MntTotal MntBaseFaena MntMargComer PrcConsFinal MontoItem'),
    ...of(monto, 'ValComNeto ValComExe ValComIVA'),
    ...of(positive(18), 'IVANoRet DescuentoMonto RecargoMonto'),
    ...of(valor, 'MontoImp MontoNF MontoPeriodo SaldoAnterior VlrPagar'),
    ...of(decimal(12, 6), 'QtyRef PrcRef QtyItem SubQty PrcItem PrcOtrMon'),
    ...of(decimal(16, 2), 'ValorDscto ValorRecargo SubTotNetoSTI SubTotIVASTI SubTotAdicSTI'),
    ...of(decimal(16, 2), 'SubTotExeSTI ValSubtotSTI ValorDR'),
    ...of(
      decimal(14, 4),
      'DctoOtrMnda RecargoOtrMnda MontoItemOtrMnda ValorDROtrMnda MntNetoOtrMnda',
    ),
    ...of(decimal(14, 4), 'MntExeOtrMnda MntFaeCarneOtrMnda MntMargComOtrMnda IVAOtrMnda'),
    ...of(decimal(14, 4), 'VlrImpOtrMnda IVANoRetOtrMnda MntTotOtrMnda'),
    ...of(decimal(6, 4), 'TpoCambio FctConv'),
    ...of(decimal(3, 2), 'TasaIVA TasaImp TasaImpOtrMnda DescuentoPct RecargoPct TasaComision'),
    ...of(positive(2), 'NroLinDet NroSTI OrdenSTI NroLinRef FmaPagExp'),
    ...of(exactly('1'), 'IndNoRebaja MntBruto TipoFactEsp IndGlobal'),
    ...of(pattern(/^[123]$/), 'TipoDespacho IndServicio FmaPago CodRef'),
    ...of(pattern(/^[12]$/), 'IndExeDR TipoDocID'),
    ...of(pattern(/^[$%]$/), 'TipoDscto TipoRecargo TpoValor'),
    ...of(additionalTax, 'TipoImp TipoImpOtrMnda CodImpAdic'),
    ...of(text(0, 4), 'UnmdRef UnmdItem TermPagoCdg'),
    ...of(
      text(0, 20),
      'Telefono Sucursal CdgIntRecep CmnaOrigen CiudadOrigen CmnaRecep CiudadRecep',
    ),
    ...of(text(0, 20), 'CmnaPostal CiudadPostal CmnaDest CiudadDest NumCtaPago'),
    ...of(text(0, 40), 'GiroRecep GlosaPagos BcoPago GlosaSTI'),
    ...of(text(1, 40), 'RSR IT1 RS'),
    ...of(text(0, 70), 'DirOrigen DirRecep DirPostal DirDest'),
    ...of(text(0, 80), 'CorreoEmisor CorreoRecep Contacto NmbItem'),
    ...of(text(0, 100), 'RznSoc RznSocRecep RznSocProveedor TermPagoGlosa'),
    ...of(text(0, 35), 'VlrCodigo SubCod'),
    ...STAMP_PART.texts,
    ...SIGNATURE_PART.texts,
    ...of(text(0, 30), 'LatitudEmision LongitudEmision LatitudOrigenMadera LongitudOrigenMadera'),
    ...of(positive(1), 'SistemaReferencia SistemareferenciaMadera'),
    ...of(positive(6), 'ComunaRolOrigen MnzRolOrigen PrdRolOrigen Acteco'),
    CodPlanConaf: text(0, 40),
    NroLinCom: upTo(20),
    MNT: unsignedLong,
    ...of(positive(30), 'NroDTE NroLinDR LineasDeta'),
    NroResol: pattern(/^\d{1,6}$/),
    IndTraslado: pattern(/^[1-9]$/),
    IndExe: pattern(/^[1-6]$/),
    TpoImpresion: pattern(/^[NT]$/),
    TpoTranCompra: pattern(/^[1-7]$/),
    TpoTranVenta: pattern(/^[1-4]$/),
    MedioPago: pattern(/^(CH|LT|EF|PE|TC|CF|OT)$/),
    TpoCtaPago: pattern(/^(AHORRO|CORRIENTE|VISTA)$/),
    TermPagoDias: positive(3),
    GiroEmis: text(1, 80),
    CdgSIISucur: positive(9),
    CdgVendedor: text(0, 60),
    IdAdicEmisor: text(1, 20),
    NumId: text(1, 20),
    Nacionalidad: text(1, 3),
    Patente: text(0, 8),
    NombreChofer: text(0, 30),
    TpoMoneda: currency,
    TpoCodigo: text(0, 10),
    IndAgente: exactly('R'),
    DscItem: text(0, 1000),
    Moneda: text(0, 3),
    TpoMov: pattern(/^[DR]$/),
    GlosaDR: text(0, 45),
    TpoDocRef: text(1, 3),
    FolioRef: text(1, 18),
    RazonRef: text(0, 90),
    TipoMovim: pattern(/^[CO]$/),
    Glosa: text(1, 60),
  },
}
