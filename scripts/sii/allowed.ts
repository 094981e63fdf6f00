import type { SiiOrigins } from '#sii/sii.ts'

/**
 * The only pages the doctor may ask, by the last part of their path: none of them issues, annuls, signs, stores
 * or takes a number. Whatever the client would ask besides never leaves.
 */
const READING: ReadonlySet<string> = new Set([
  // Entering, the person's own page, leaving.
  'IngresoRutClave.html',
  'CAutInicio.cgi',
  'siihome.cgi',
  'autTermino.cgi',
  // The free invoicing portal, up to the preview: the step after it proposes a number.
  'mipeSelEmpresa.cgi',
  'mipeLaunchPage.cgi',
  'mipeGenFacEx.cgi',
  'mipeDisplayPreView.cgi',
  'PreViewFrame.html',
  'mipePreView.cgi',
  'getCertDigital.cgi',
  'mipeAdminDocsEmi.cgi',
  'mipeAdminDocsRcp.cgi',
  'mipeDisplayPDF.cgi',
  'mipeShowPdf.cgi',
  'auth.cgi',
  'lista_documentos.cgi',
  'download.cgi',
  'listaBorrador',
  // Boletas de honorarios, up to the confirmation.
  'TMBECN_ValidaTimbrajeContrib.cgi',
  'TMBECN_PresentaDatosBoleta.cgi',
  'TMBECN_ConfirmaTimbrajeContrib.cgi',
  'TMBCOC_InformeMensualBhe.cgi',
  'TMBCOC_InformeMensualBheRec.cgi',
  'TMBCOT_ConsultaBoletaPdf.cgi',
  // The registers.
  'consdcvinternetui',
  'consemitidosinternetui',
  'getDcvEmpresasAutorizadas',
  'getResumen',
  'getDetalleCompra',
  'getDetalleVenta',
  'getDetalleCompraExport',
  'getDetalleVentaExport',
  'getDetalleEmitidos3334',
  'getDetalleRecibidos',
  // What anybody may ask.
  'CViewCaptcha.cgi',
  'getstc',
  'ee_empresa_rut',
])

/** Of the public site, where a log-out leads: its first page, and pages that are only files. */
const OF_PUBLIC_SITE = /^\/?$|^\/[\w./-]{1,200}\.html?$/

export function isPublicSite({ www }: Pick<SiiOrigins, 'www'>, url: string): boolean {
  const { origin, pathname } = new URL(url)
  const place = `${origin}${pathname}`
  const isThere = place === www || place.startsWith(`${www}/`)
  return isThere && OF_PUBLIC_SITE.test(place.slice(www.length))
}

/** The tables by year: of the SII, of those who check it, and of the holidays. */
const BY_YEAR = /^(?:uf|utm)?\d{4}(?:\.html?|\.json)?$/

export function isReading(pathname: string): boolean {
  const last = lastPart(pathname)
  return READING.has(last) || BY_YEAR.test(last)
}

export function lastPart(pathname: string): string {
  return pathname.split('/').findLast((part) => part !== '') ?? ''
}
