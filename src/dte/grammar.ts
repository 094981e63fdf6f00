import { parseDay } from '#domain/day.ts'
import { SIGNATURE_NAMESPACE, SII_NAMESPACE } from './canonical.ts'
import { MAX_DOCUMENTS } from './envelope.ts'
import type { Grammar, TextRule } from './schema.ts'
import { C14N, RSA_SHA1, SHA1 } from './sign.ts'

// The SII's DTE_v10, EnvioDTE_v10, SiiTypes_v10 and xmldsignature_v10 (2022-24), for Documento of a factura or a
// note: the parts for export, liquidación and timber are left out. The generations before it allow nothing that this one refuses.

const rut = pattern(/^\d{1,8}-[\dK]$/)
const monto = pattern(/^\d{1,18}$/)
const positive = (digits: number) => pattern(new RegExp(`^(?=.*[1-9])\\d{1,${digits}}$`))
const folio = positive(10)
const decimal = (whole: number, places: number) =>
  pattern(new RegExp(`^(?=.*[1-9])\\d{1,${whole}}(\\.\\d{1,${places}})?$`))
const date: TextRule = (text) => parseDay(text) !== null && text <= '2050-12-31'
const moment: TextRule = (text) =>
  date(text.slice(0, 10)) && /^T([01]\d|2[0-3])(:[0-5]\d){2}$/.test(text.slice(10))
const base64: TextRule = (value) =>
  /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(value.replace(/\s/g, ''))
const currency = pattern(
  new RegExp(
    '^(BOLIVAR|BOLIVIANO|CHELIN|CORONA (DIN|NOR|SC)|CRUZEIRO REAL|DIRHAM|DOLAR (AUST|CAN|HK|NZ|SIN|TAI|USA)|' +
      'DRACMA|ESCUDO|EURO|FLORIN|FRANCO (BEL|FR|SZ)|GUARANI|LIBRA EST|LIRA|MARCO (AL|FIN)|NUEVO SOL|' +
      'OTRAS MONEDAS|PESETA|PESO|PESO (CL|COL|MEX|URUG)|RAND|RENMINBI|RUPIA|SUCRE|YEN)$',
  ),
)
const idk = pattern(/^-?\d{1,18}$/)
const tipoDte = pattern(/^(33|34|46|52|56|61)$/)
const xmlId = pattern(/^[A-Za-z_][\w.-]*$/)
const additionalTax = pattern(
  /^(1[4-9]|2[3-8]|3\d|4[014-9]|5[0-5]|271|301|321|331|341|361|371|481)$/,
)

function text(min: number, max: number): TextRule {
  return (value) => value.length >= min && value.length <= max
}

function pattern(expression: RegExp): TextRule {
  return (value) => expression.test(value)
}

function exactly(expected: string): TextRule {
  return (value) => value === expected
}

const version = { version: exactly('1.0') }
const algorithm = (expected: string) => ({ Algorithm: exactly(expected) })

export const DTE_GRAMMAR: Grammar = {
  sequences: {
    EnvioDTE: 'SetDTE Signature',
    SetDTE: `Caratula DTE+${MAX_DOCUMENTS}`,
    Caratula: 'RutEmisor RutEnvia RutReceptor FchResol NroResol TmstFirmaEnv SubTotDTE+20',
    SubTotDTE: 'TpoDTE NroDTE',
    DTE: 'Documento Signature',
    Documento:
      'Encabezado Detalle+60 SubTotInfo*20 DscRcgGlobal*20 Referencia*40 Comisiones*20 TED TmstFirma',
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
      'CredEC? GrntDep? MntTotal MontoNF? MontoPeriodo? SaldoAnterior? VlrPagar?',
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
    Comisiones: 'NroLinCom TipoMovim Glosa TasaComision? ValComNeto ValComExe ValComIVA?',
    TED: 'DD FRMT',
    DD: 'RE TD F FE RR RSR MNT IT1 CAF TSTED',
    CAF: 'DA FRMA',
    DA: 'RE RS TD RNG FA RSAPK IDK',
    RNG: 'D H',
    RSAPK: 'M E',
    Signature: 'SignedInfo SignatureValue KeyInfo',
    SignedInfo: 'CanonicalizationMethod SignatureMethod Reference',
    Reference: 'Transforms? DigestMethod DigestValue',
    Transforms: 'Transform',
    KeyInfo: 'KeyValue X509Data',
    KeyValue: 'RSAKeyValue',
    RSAKeyValue: 'Modulus Exponent',
    X509Data: 'X509Certificate',
  },
  attributes: {
    EnvioDTE: { ...version, 'xsi:schemaLocation': exactly(`${SII_NAMESPACE} EnvioDTE_v10.xsd`) },
    SetDTE: { ID: xmlId },
    Caratula: version,
    DTE: version,
    Documento: { ID: xmlId },
    TED: version,
    CAF: version,
    FRMA: { algoritmo: exactly('SHA1withRSA') },
    FRMT: { algoritmo: exactly('SHA1withRSA') },
    CanonicalizationMethod: algorithm(C14N),
    SignatureMethod: algorithm(RSA_SHA1),
    Transform: { Algorithm: text(1, 100) },
    DigestMethod: algorithm(SHA1),
    Reference: { URI: pattern(/^#[A-Za-z_][\w.-]*$/) },
    Signature: { xmlns: exactly(SIGNATURE_NAMESPACE) },
  },
  // Anywhere else a declaration would move an element out of the SII's namespace.
  declares: new Set(['EnvioDTE', 'SetDTE', 'DTE', 'Documento', 'Signature', 'SignedInfo']),
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
    ...of(monto, 'CredEC GrntDep MntTotal MntBaseFaena MntMargComer PrcConsFinal MontoItem MNT'),
    ...of(monto, 'ValComNeto ValComExe ValComIVA'),
    ...of(positive(18), 'IVANoRet DescuentoMonto RecargoMonto NroDTE NroLinDR LineasDeta'),
    ...of(pattern(/^-?\d{1,18}$/), 'MontoImp MontoNF MontoPeriodo SaldoAnterior VlrPagar'),
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
    ...of(positive(2), 'NroLinDet NroSTI OrdenSTI NroLinRef NroLinCom FmaPagExp'),
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
    ...of(base64, 'M E FRMA FRMT DigestValue SignatureValue Modulus Exponent X509Certificate'),
    ...of(exactly(''), 'CanonicalizationMethod SignatureMethod Transform DigestMethod'),
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
    Acteco: positive(6),
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
    IDK: idk,
  },
}

function of(rule: TextRule, names: string): Record<string, TextRule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]))
}
