/** The names of the invoice form, from first to last as a browser sends them. */
export const headerFields = [
  'esCRED_EC',
  'esFACT_TUR',
  'PTDC_CODIGO',
  'CANT_DET',
  'EFXP_CDG_SII_SUCUR',
  'ES_BORR',
  'EHDR_CODIGO',
  'EFXP_FCH_EMIS',
  'EFXP_RZN_SOC',
  'EFXP_DIR_ORIGEN_DEFUALT',
  'EFXP_DIR_ORIGEN',
  'EFXP_CMNA_ORIGEN',
  'EFXP_CIUDAD_ORIGEN',
  'EFXP_TIPOVENTA_SELECT',
  'EFXP_EMAIL_EMISOR',
  'EFXP_FONO_EMISOR',
  'EFXP_GIRO_EMIS',
  'EFXP_ACTECO',
  'EFXP_ACTECO_SELECT',
  'EFXP_RUT_RECEP',
  'EFXP_DV_RECEP',
  'EFXP_RZN_SOC_RECEP',
  'EFXP_TIPOCOMPRA_SELECT',
  'EFXP_DIR_RECEP_DEFUALT',
  'EFXP_DIR_RECEP',
  'EFXP_CMNA_RECEP',
  'EFXP_CIUDAD_RECEP',
  'EFXP_GIRO_RECEP_DEFUALT',
  'EFXP_GIRO_RECEP',
  'EFXP_CONTACTO',
  'EFXP_RUT_SOLICITA',
  'EFXP_DV_SOLICITA',
  'EFXP_RUT_TRANSPORTE',
  'EFXP_DV_TRANSPORTE',
  'EFXP_PATENTE',
  'EFXP_RUT_CHOFER',
  'EFXP_DV_CHOFER',
  'EFXP_NOMBRE_CHOFER',
] as const

export const totalFields = [
  'EFXP_FMA_PAGO',
  'EFXP_SUBTOTAL',
  'EFXP_PCT_DESC',
  'EFXP_MNT_DESC',
  'IVA_TEMP',
  'MNT_NETO_TEMP',
  'EFXP_MNT_NETO',
  'EFXP_TASA_IVA',
  'EFXP_IVA',
  'EFXP_MNT_TOTAL',
] as const

export const MAX_LINES = 10

/** Two digits, as every field of a line ends. */
export function lineNumber(line: number): string {
  return String(line).padStart(2, '0')
}

const lineFields = [
  'EFXP_TPO_COD',
  'EFXP_COD',
  'EFXP_NMB',
  'EFXP_DSC_ITEM',
  'EFXP_QTY',
  'EFXP_UNMD',
  'EFXP_PRC',
  'EFXP_PCTD',
  'EFXP_MNTD',
  'EFXP_OTRO_IMP',
  'EFXP_PCT_OTRO_IMP',
  'EFXP_IND_EXE',
  'EFXP_SUBT',
  'EFXP_MNT_ITEM',
] as const

const referenceFields = [
  'EFXP_TPO_DOC_REF',
  'EFXP_IND_GLOBAL',
  'EFXP_FOLIO_REF',
  'EFXP_FCH_REF',
  'EFXP_CODIGO_REF',
  'EFXP_RAZON_REF',
] as const

const paymentFields = ['EFXP_FCH_PAGO', 'EFXP_MNT_PAGO', 'EFXP_GLS_PAGO'] as const

/** What only the preview adds. */
const previewOnly = ['EFXP_FOLIO', 'EFXP_RUT_EMIS', 'EFXP_DV_EMIS', 'EFXP_TPO_IMPRESION'] as const

/** Not in the form of the frame with the preview PDF. */
const notInFrame: readonly string[] = [
  'esCRED_EC',
  'esFACT_TUR',
  'EFXP_ACTECO_SELECT',
  'MNT_NETO_TEMP',
]

const repeated = (names: readonly string[], count: number, digits: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    names.map((name) => `${name}_${String(at + 1).padStart(digits, '0')}`),
  ).flat()

/** The complete document: what the preview holds and the signing step takes. */
export const previewFields: readonly string[] = [
  ...headerFields,
  ...previewOnly,
  ...repeated(lineFields, MAX_LINES, 2),
  ...repeated(referenceFields, 3, 3),
  ...repeated(paymentFields, 3, 3),
  'REF_SI_NO',
  'COD_SI_NO',
  'OTRO_IMP_SI_NO',
  'FONO_SI_NO',
  'EMP_MENOR_TAMANO',
  'EFXP_FCH_VENC',
  'EFXP_TPO_DESPACHO',
  'EFXP_IND_TRASLADO',
  'EFXP_TIPOVENTA',
  'EFXP_TIPOCOMPRA',
  'EFXP_MNT_EXE',
  'EFXP_CRED_EC',
  'EFXP_GRNT_DEP',
  'EFXP_OTRO_IMP_TOTAL',
  'EFXP_RUT_MANDANTE',
  'EFXP_DV_MANDANTE',
  'EFXP_DIR_DEST',
  'EFXP_CMNA_DEST',
  'EFXP_CIUDAD_DEST',
  'EFXP_OBSERVACION',
  'EFXP_VLR_PAGAR',
  'EFXP_SALDO_ANTERIOR',
  'EFXP_MNT_PERIODO',
  'EFXP_MNT_NF',
  ...totalFields,
]

export const frameFields: readonly string[] = previewFields.filter(
  (name) => !notInFrame.includes(name),
)
