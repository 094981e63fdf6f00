/** The SII's own addresses, as its pages know them; where they are really asked is `origins.ts`'s matter. */
export const LOGIN_PAGE = 'https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html'
export const LOGIN = 'https://zeusr.sii.cl/cgi_AUT2000/CAutInicio.cgi'
export const LOGOUT = 'https://zeusr.sii.cl/cgi_AUT2000/autTermino.cgi'
export const HOME = 'https://misiir.sii.cl/cgi_misii/siihome.cgi'

/** The free invoicing portal ("MiPyme"). */
export const PORTAL = 'https://www1.sii.cl/cgi-bin/Portal001/'
export const CHOOSER = `${PORTAL}mipeSelEmpresa.cgi`
export const FORM = `${PORTAL}mipeGenFacEx.cgi?PTDC_CODIGO=33`
/** With the bare question mark, as the page itself posts it. */
export const RECIPIENT_LOOKUP = `${PORTAL}mipeGenFacEx.cgi?`
export const PREVIEW = `${PORTAL}mipeDisplayPreView.cgi`
export const MAKE_XML = `${PORTAL}mipeGenXMLFirma.cgi`
export const CERTIFICATE = `${PORTAL}getCertDigital.cgi`
export const SIGN = `${PORTAL}postFirmaDigital.cgi`
export const SEND = `${PORTAL}mipeSendXML.cgi`
export const ISSUED_LIST = `${PORTAL}mipeAdminDocsEmi.cgi`
export const ISSUED_DETAIL = `${PORTAL}mipeGesDocEmi.cgi`
export const PDF = `${PORTAL}mipeDisplayPDF.cgi`
export const DOWNLOAD_START = `${PORTAL}auth.cgi`
export const DOWNLOAD_LIST = `${PORTAL}lista_documentos.cgi`
export const DOWNLOAD = `${PORTAL}download.cgi`
