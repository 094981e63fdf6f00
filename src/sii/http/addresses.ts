/** The SII's own addresses, as its pages know them; where they are really asked is `origins.ts`'s matter. */
export const LOGIN_PAGE = 'https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html'
export const LOGIN = 'https://zeusr.sii.cl/cgi_AUT2000/CAutInicio.cgi'
export const LOGOUT = 'https://zeusr.sii.cl/cgi_AUT2000/autTermino.cgi'
export const HOME = 'https://misiir.sii.cl/cgi_misii/siihome.cgi'

/** The free invoicing portal ("MiPyme"). */
export const PORTAL = 'https://www1.sii.cl/cgi-bin/Portal001/'
export const CHOOSER = `${PORTAL}mipeSelEmpresa.cgi`
export const FORM = `${PORTAL}mipeGenFacEx.cgi?PTDC_CODIGO=33`
/** No source has opened the form of a nota by itself: as the factura's, with its own type. */
export const NOTA_FORM = `${PORTAL}mipeGenFacEx.cgi?PTDC_CODIGO=61`
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
export const RECEIVED_LIST = `${PORTAL}mipeAdminDocsRcp.cgi`
export const RECEIVED_DETAIL = `${PORTAL}mipeGesDocRcp.cgi`
export const SHOW_PDF = `${PORTAL}mipeShowPdf.cgi`
export const PREVIEW_FRAME = 'https://www1.sii.cl/Portal001/PreViewFrame.html'
export const PREVIEW_PDF = `${PORTAL}mipePreView.cgi`
export const SAVE_DRAFT = `${PORTAL}mipeGrabaBorrador.cgi`
export const DELETE_DRAFT = `${PORTAL}mipeEliminaBorrador.cgi`
export const DRAFTS =
  'https://www4.sii.cl/mipymeinternetui/services/data/borradorService/listaBorrador'

/** Boletas de honorarios. */
const BOLETAS = 'https://loa.sii.cl/cgi_IMT/'
export const BOLETA_START = `${BOLETAS}TMBECN_ValidaTimbrajeContrib.cgi?modo=1`
export const BOLETA_FORM = `${BOLETAS}TMBECN_PresentaDatosBoleta.cgi`
export const BOLETA_CONFIRM = `${BOLETAS}TMBECN_ConfirmaTimbrajeContrib.cgi`
export const BOLETA_ISSUE = `${BOLETAS}TMBECN_BoletaHonorariosElectronica.cgi`
export const BOLETA_PDF = `${BOLETAS}TMBCOT_ConsultaBoletaPdf.cgi`
export const BOLETA_ANNUL_START = `${BOLETAS}TMBANU_PrevalidaAnulacion.cgi`
export const BOLETA_ANNUL_CONFIRM = `${BOLETAS}TMBANU_ConfirmarAnulacion.cgi`
export const BOLETA_ANNUL = `${BOLETAS}TMBANU_RecepcionAnulacion.cgi`
export const BOLETAS_ISSUED = `${BOLETAS}TMBCOC_InformeMensualBhe.cgi`
export const BOLETAS_RECEIVED = `${BOLETAS}TMBCOC_InformeMensualBheRec.cgi`

/** The registers of purchases and sales, and the other listing of documents ("Mis DTE"). */
export const REGISTERS = 'https://www4.sii.cl/consdcvinternetui/'
export const MIS_DTE = 'https://www4.sii.cl/consemitidosinternetui/'
