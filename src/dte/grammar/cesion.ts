import { SII_NAMESPACE } from '../xml/canonical.ts'
import { declaring, SIGNATURE_PART } from './parts.ts'
import type { Grammar } from './schema.ts'
import {
  base64,
  anyDate,
  exactly,
  folio,
  moment,
  monto,
  of,
  pattern,
  positive,
  rut,
  text,
  version,
  xmlId,
} from './text-rules.ts'

// The SII's AEC_v10, Cesion_v10, DTECedido_v10 and Recibos_v10 (2019). The DTE inside has its own grammar.

/** Fixed by Recibos_v10, without accents. */
export const RECEIPT_DECLARATION =
  'El acuse de recibo que se declara en este acto, de acuerdo a lo dispuesto en la letra b) del Art. 4, y la ' +
  'letra c) del Art. 5 de la Ley 19.983, acredita que la entrega de mercaderias o servicio(s) prestado(s) ' +
  'ha(n) sido recibido(s).'
const located = { ...version, 'xsi:schemaLocation?': text(1, 200) }

export const CESION_GRAMMAR: Grammar = {
  sequences: {
    AEC: 'DocumentoAEC Signature',
    DocumentoAEC: 'Caratula Cesiones',
    Caratula: 'RutCedente RutCesionario NmbContacto? FonoContacto? MailContacto? TmstFirmaEnvio',
    Cesiones: 'DTECedido Cesion+40',
    DTECedido: 'DocumentoDTECedido Signature',
    DocumentoDTECedido: 'DTE ImagenDTE? Recibo*40 ImagenAR? TmstFirma',
    Recibo: 'DocumentoRecibo Signature',
    DocumentoRecibo:
      'TipoDoc Folio FchEmis RUTEmisor RUTRecep MntTotal Recinto RutFirma Declaracion TmstFirmaRecibo',
    Cesion: 'DocumentoCesion Signature+3',
    DocumentoCesion:
      'SeqCesion IdDTE Cedente Cesionario MontoCesion UltimoVencimiento OtrasCondiciones? eMailDeudor? ' +
      'TmstCesion',
    IdDTE: 'TipoDTE RUTEmisor RUTReceptor Folio FchEmis MntTotal',
    Cedente: 'RUT RazonSocial Direccion eMail RUTAutorizado+3 DeclaracionJurada?',
    RUTAutorizado: 'RUT Nombre',
    Cesionario: 'RUT RazonSocial Direccion eMail',
    ...SIGNATURE_PART.sequences,
  },
  attributes: {
    AEC: { ...version, 'xsi:schemaLocation': exactly(`${SII_NAMESPACE} AEC_v10.xsd`) },
    DocumentoAEC: { ID: xmlId },
    Caratula: version,
    DTECedido: located,
    DocumentoDTECedido: { ID: xmlId },
    Recibo: located,
    DocumentoRecibo: { ID: xmlId },
    Cesion: located,
    DocumentoCesion: { ID: xmlId },
    ...SIGNATURE_PART.attributes,
  },
  declares: declaring(
    'AEC DocumentoAEC DTECedido DocumentoDTECedido Recibo DocumentoRecibo Cesion DocumentoCesion Signature SignedInfo',
  ),
  texts: {
    ...SIGNATURE_PART.texts,
    ...of(rut, 'RutCedente RutCesionario RUTEmisor RUTReceptor RUTRecep RutFirma RUT'),
    ...of(moment, 'TmstFirmaEnvio TmstFirma TmstFirmaRecibo TmstCesion'),
    ...of(anyDate, 'FchEmis UltimoVencimiento'),
    ...of(monto, 'MntTotal MontoCesion'),
    ...of(base64, 'ImagenDTE ImagenAR'),
    ...of(text(0, 40), 'NmbContacto FonoContacto Nombre'),
    ...of(text(0, 80), 'MailContacto eMailDeudor Recinto'),
    ...of(text(0, 512), 'DeclaracionJurada OtrasCondiciones'),
    TipoDTE: pattern(/^(33|34|43|46)$/),
    TipoDoc: pattern(/^(33|34|46|52|56|61)$/),
    Folio: folio,
    SeqCesion: positive(3),
    // Empty stands for the fixed text.
    Declaracion: (value) => value === '' || value === RECEIPT_DECLARATION,
    RazonSocial: text(1, 100),
    Direccion: text(5, 80),
    eMail: text(6, 80),
  },
}
