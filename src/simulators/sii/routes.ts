import { page } from './http/answer.ts'
import { boletaRoutes } from './boletas/routes.ts'
import { boletaScript } from './boletas/script.ts'
import { backupDownload, backupEntry, backupList } from './pages/backup.ts'
import { chooseCompany, companyChooser, launchPage } from './pages/company.ts'
import { displayPdf, documentMenu, showPdf } from './pages/documents.ts'
import { draftsByPost, dropDraft, keepDraft, listDrafts } from './pages/drafts.ts'
import { invoiceForm, lookUpReceiver } from './pages/invoice-form.ts'
import { issuedList, receivedList } from './pages/lists.ts'
import { changeClave, helpPage, login, loginPage, logout, publicHome } from './pages/login.ts'
import { miSii } from './pages/mi-sii.ts'
import { preview, previewFrame, previewPdf } from './pages/preview.ts'
import { authorisedIssuer, ufPage, utmPage } from './pages/public.ts'
import { send } from './pages/send.ts'
import { certificates, proposeXml, sign } from './pages/signing.ts'
import { captcha, taxpayerSituation } from './pages/taxpayer.ts'
import { registerRoutes } from './register/routes.ts'
import { loginScript } from './http/login-form.ts'
import { open, personal, scoped } from './http/route.ts'
import type { Route } from './http/visit.ts'

const PORTAL = '/www1/cgi-bin/Portal001'
const DRAFTS = '/www4/mipymeinternetui/services/data/borradorService'
const UF_OR_UTM = /^\/www\/valores_y_fechas\/(uf|utm)\/\1\d{4}\.htm$/

/** Every page there is, by the prefix of its host. */
const routes: Route[] = [
  ...boletaRoutes,
  ...registerRoutes,
  open('GET', '/loa/IMT/js/TMBECN_Emision.js', boletaScript),
  open('GET', '/loa/IMT/js/TMBCOC_Consulta.js', boletaScript),
  open('GET', '/zeusr/AUT2000/InicioAutenticacion/IngresoRutClave.html', loginPage),
  open('GET', '/zeusr/AUT2000/js/AutAll.js', loginScript),
  open('POST', '/zeusr/cgi_AUT2000/CAutInicio.cgi', login),
  open('GET', '/zeusr/cgi_AUT2000/autTermino.cgi', logout),
  open('GET', '/www', publicHome),
  open('GET', '/www/', publicHome),
  open('GET', '/www/ayudas/aplicativos/servicios_online/1943.htm', helpPage),
  open('GET', '/zeusr/cgi_AUT2000/CambioClaveObligado.cgi', changeClave),
  open('POST', '/palena/cvc_cgi/dte/ee_empresa_rut', authorisedIssuer),
  open('POST', '/zeus/cvc_cgi/stc/CViewCaptcha.cgi', captcha),
  open('POST', '/zeus/cvc_cgi/stc/getstc', taxpayerSituation),
  open('GET', '/www1/Portal001/PreViewFrame.html', previewFrame),
  open('GET', '/www1/factura_sii/factura_sii.htm', () =>
    page('Factura Electr&oacute;nica', '<h1>Sistema de facturaci&oacute;n gratuito</h1>'),
  ),
  personal('GET', '/misiir/cgi_misii/siihome.cgi', miSii),
  personal('GET', `${PORTAL}/mipeSelEmpresa.cgi`, companyChooser),
  personal('POST', `${PORTAL}/mipeSelEmpresa.cgi`, chooseCompany),
  personal('GET', `${PORTAL}/mipeLaunchPage.cgi`, launchPage),
  personal('GET', `${PORTAL}/getCertDigital.cgi`, certificates),
  { ...personal('POST', `${PORTAL}/postFirmaDigital.cgi`, sign), bodyCharset: 'utf-8' },
  scoped('GET', `${PORTAL}/mipeGenFacEx.cgi`, invoiceForm),
  scoped('POST', `${PORTAL}/mipeGenFacEx.cgi`, lookUpReceiver),
  scoped('POST', `${PORTAL}/mipeDisplayPreView.cgi`, preview),
  scoped('POST', `${PORTAL}/mipePreView.cgi`, previewPdf),
  scoped('POST', `${PORTAL}/mipeGenXMLFirma.cgi`, proposeXml),
  scoped('POST', `${PORTAL}/mipeSendXML.cgi`, send),
  scoped('GET', `${PORTAL}/mipeAdminDocsEmi.cgi`, issuedList),
  scoped('GET', `${PORTAL}/mipeAdminDocsRcp.cgi`, receivedList),
  scoped('GET', `${PORTAL}/mipeGesDocEmi.cgi`, documentMenu),
  scoped('GET', `${PORTAL}/mipeGesDocRcp.cgi`, documentMenu),
  scoped('GET', `${PORTAL}/mipeDisplayPDF.cgi`, displayPdf),
  scoped('GET', `${PORTAL}/mipeShowPdf.cgi`, showPdf),
  scoped('POST', `${PORTAL}/mipeGrabaBorrador.cgi`, keepDraft),
  scoped('POST', `${PORTAL}/mipeEliminaBorrador.cgi`, dropDraft),
  personal('GET', `${DRAFTS}/listaBorrador`, listDrafts),
  personal('POST', `${DRAFTS}/listaBorrador`, draftsByPost),
  scoped('GET', `${PORTAL}/auth.cgi`, backupEntry),
  scoped('POST', `${PORTAL}/lista_documentos.cgi`, backupList),
  scoped('GET', `${PORTAL}/download.cgi`, backupDownload),
]

export function routeFor(method: string, path: string): Route | null {
  const table = UF_OR_UTM.exec(path)
  if (method === 'GET' && table) return open('GET', path, table[1] === 'uf' ? ufPage : utmPage)
  return routes.find((route) => route.method === method && route.path === path) ?? null
}

/** Pages link to each other without the prefix; so a person can click through them all the same. */
export function withPrefix(path: string): string {
  if (/^\/(cgi-bin\/Portal001|Portal001|factura_sii)\//.test(path)) return `/www1${path}`
  if (/^\/(cgi_AUT2000|AUT2000)\//.test(path)) return `/zeusr${path}`
  if (/^\/(cgi_IMT|IMT)\//.test(path)) return `/loa${path}`
  return path.startsWith('/cgi_misii/') ? `/misiir${path}` : path
}
