import type { doctor } from '#texts/es/doctor.ts'
import { plainLetters, knownWords } from './portal-words.ts'
import { attribute, jsonShape, nameOf } from './skeleton.ts'

/** What nobody knew, and what the SII did this time: its value is one of few words or names, never data. */
export interface Observed {
  code: ObservationCode
  value: string
}

export type ObservationCode = keyof typeof doctor.observed

export interface Sight {
  step: string
  /** Last part of the path. */
  page: string
  answer: { status: number; headers: Readonly<Record<string, string | string[] | undefined>> }
  text: string
  charset: 'utf-8' | 'windows-1252'
}

/** Everything an answer shows of what the simulator has two variants for, or portal.md calls unknown. */
export function observe(sight: Sight): Observed[] {
  return Object.entries(observers).flatMap(([page, readers]) =>
    page === sight.page
      ? Object.entries(readers).flatMap(([code, read]) => {
          const value = isCode(code) ? read(sight) : null
          return value === null || !isCode(code) ? [] : [{ code, value }]
        })
      : [],
  )
}

type Read = (sight: Sight) => string | null
type Readers = Partial<Record<ObservationCode, Read>>

const CODES: Record<ObservationCode, true> = {
  loginSuccess: true,
  certificateKeys: true,
  certificateType: true,
  chooser: true,
  issuerRows: true,
  nameLength: true,
  recipientShape: true,
  emptyList: true,
  listCharset: true,
  exemptName: true,
  draftKeys: true,
  boletaDays: true,
  boletaTextLength: true,
  boletaTime: true,
  boletaRecipientNames: true,
  boletaCommune: true,
  boletaStates: true,
  boletaFirstPage: true,
  registerExport: true,
  registerDetail: true,
  csvDates: true,
  csvHeader: true,
  reactionCodes: true,
  misDteKeys: true,
  sessionLost: true,
}

function isCode(text: string): text is ObservationCode {
  return Object.hasOwn(CODES, text)
}

const observers: Readonly<Record<string, Readers>> = {
  'CAutInicio.cgi': {
    loginSuccess: enteredAs,
  },
  'siihome.cgi': { sessionLost: lostAs },
  'getCertDigital.cgi': {
    certificateKeys: ({ text }) => jsonShape(text) || null,
    certificateType: ({ answer }) => typeOf(answer.headers['content-type']),
  },
  'mipeSelEmpresa.cgi': { chooser: chooserShape },
  'mipeGenFacEx.cgi': {
    issuerRows: ({ text }) => rowCounts(text, /^emisor/),
    nameLength: ({ text }) => lengthOf(text, 'EFXP_NMB_01'),
    recipientShape: ({ step, text }) => (step === 'recipient' ? recipientShape(text) : null),
  },
  'mipeAdminDocsEmi.cgi': {
    emptyList: ({ step, text }) => (step === 'emptyList' ? knownWords(withoutTags(text)) : null),
    listCharset: ({ charset }) => charset,
    exemptName: ({ text }) => {
      const found = /<td[^>]{0,200}>\s{0,9}(Factura (?:Exenta|No afecta)[^<]{0,40})/i.exec(text)
      return found === null ? null : knownWords(found[1] ?? '')
    },
  },
  listaBorrador: { draftKeys: ({ text }) => jsonShape(text) || null },
  'TMBECN_PresentaDatosBoleta.cgi': {
    boletaDays: ({ text }) => {
      const select = /<select\b[^>]{0,300}cbo_dia_boleta[^]{0,300}/i.exec(text)?.[0] ?? ''
      const first = /<option\b([^>]{0,200})>\s{0,5}(\d{0,2})/i.exec(select)
      const day = first === null ? '' : attribute(first[1] ?? '', 'value') || (first[2] ?? '')
      return /^\d{1,2}$/.test(day) ? (day.length === 2 ? '01' : '1') : null
    },
    boletaTextLength: ({ text }) => lengthOf(text, 'desc_prestacion_1'),
    boletaTime: ({ text }) => (/\btiempo\b/.test(text) ? 'tiempo' : '—'),
    boletaRecipientNames: ({ step, text }) =>
      step === 'boletaRecipient' ? namesWith(text, /destinatario/i) : null,
  },
  'TMBECN_ConfirmaTimbrajeContrib.cgi': {
    boletaCommune: ({ text }) => {
      const tag = /<input\b[^>]{0,300}txt_comuna_destinatario[^>]{0,300}/i.exec(text)?.[0]
      if (tag === undefined) return null
      return /^\d+$/.test(attribute(tag, 'value')) ? '9' : 'a'
    },
  },
  'TMBCOC_InformeMensualBhe.cgi': {
    boletaStates: ({ text }) => statesIn(text),
    boletaFirstPage: ({ text }) =>
      /\bpagina_solicitada["']\s{0,3}\]\s{0,3}=\s{0,3}["']?(\d{1,2})\b/.exec(text)?.[1] ?? null,
  },
  getDetalleVentaExport: {
    registerExport: codeIn,
    csvDates: ({ text }) =>
      /;\d{2}\/\d{2}\/\d{4}/.test(text) ? '/' : /;\d{1,4}-\d{2}-\d{1,4}/.test(text) ? '-' : null,
    csvHeader: ({ text }) => {
      const header = /"(Nro;[^"]{0,2000})"/.exec(text)?.[1]
      return header === undefined ? null : `${header.split(';').length}: ${knownWords(header)}`
    },
  },
  getDetalleVenta: {
    registerDetail: codeIn,
    reactionCodes: ({ text }) =>
      distinct(text, /"detEventoReceptor"\s{0,3}:\s{0,3}"([A-Z]{1,4})"/g),
  },
  getDetalleEmitidos3334: { misDteKeys: ({ text }) => jsonShape(text) || null },
  getDetalleRecibidos: { misDteKeys: ({ text }) => jsonShape(text) || null },
}

/** A refused log-in says nothing of how a good one answers; only the session's cookies make it one. */
function enteredAs({ answer, text }: Sight): string | null {
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  if (!cookies.some((line) => /^(TOKEN|CSESSIONID)=[^;\s]/.test(line))) return null
  if (answer.status >= 300 && answer.status < 400) return `HTTP ${answer.status}`
  return /location\.replace/.test(text) ? 'location.replace' : 'HTTP 200'
}

/** Only the answer after leaving tells; before, the page is the person's own. */
function lostAs({ step, answer, text }: Sight): string | null {
  if (step !== 'logout' || /\bDatosCntrNow\b/.test(text)) return null
  return answer.status >= 300 && answer.status < 400 ? `HTTP ${answer.status}` : 'HTML'
}

function chooserShape({ text }: Sight): string | null {
  if (/launcher/i.test(text) && /mipeGenFacEx/.test(text)) return '1'
  if (!/RUT_EMP/.test(text)) return null
  return [...text.matchAll(/<option\b/gi)].length === 0 ? '0' : '2+'
}

function recipientShape(text: string): string {
  const isSelect = /<select\b[^>]{0,300}EFXP_DIR_RECEP\b/i.test(text)
  return `${isSelect ? 'select' : 'input'} ${rowCounts(text, /recep|cntr|dest/i) ?? ''}`.trim()
}

/** 'emisorDir 2×5': how many rows a script's list has, and how many texts the first. */
function rowCounts(text: string, of: RegExp): string | null {
  const counts = [...text.matchAll(/\bvar\s{1,5}(\w{1,40})\s{0,5}=\s{0,5}\[([^;]{0,20000});/g)]
    .filter(([, name = '']) => of.test(name))
    .map(([, name = '', rows = '']) => {
      const lists = [...rows.matchAll(/\[([^\]]{0,2000})\]/g)].map(([, cells = '']) => cells)
      return `${nameOf(name)} ${lists.length}×${(lists[0] ?? '').split('","').length}`
    })
  return counts.length === 0 ? null : counts.join(', ')
}

function lengthOf(text: string, field: string): string | null {
  const tag = new RegExp(`<(?:input|textarea)\\b[^>]{0,400}\\b${field}\\b[^>]{0,400}`, 'i').exec(
    text,
  )
  if (tag === null) return null
  return attribute(tag[0], 'maxlength').replace(/\D/g, '').slice(0, 4) || '—'
}

function namesWith(text: string, part: RegExp): string | null {
  const names = [
    ...[...text.matchAll(/\bxml_values\[["'](\w{1,60})["']\]/g)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(/\bname="(\w{1,60})"/g)].map((match) => match[1] ?? ''),
  ].filter((name) => part.test(name))
  return names.length === 0 ? null : [...new Set(names.map(nameOf))].slice(0, 30).join(' ')
}

function statesIn(text: string): string | null {
  return distinct(text, /\bestado_\d{1,4}["']\s{0,3}\]\s{0,3}=\s{0,3}["']([A-Z]?)["']/g)
}

function distinct(text: string, pattern: RegExp): string | null {
  const found = new Set([...text.matchAll(pattern)].map(([, value = '']) => value || '—'))
  return found.size === 0 ? null : [...found].toSorted().slice(0, 12).join(' ')
}

function codeIn({ text }: Sight): string | null {
  const code = /"codRespuesta"\s{0,3}:\s{0,3}"?(\d{1,3})\b/.exec(text)?.[1]
  if (code === undefined) return null
  return code === '99' && /token|captcha/.test(plainLetters(text)) ? '99 token' : code
}

function typeOf(header: string | string[] | undefined): string | null {
  const type = Array.isArray(header) ? header[0] : header
  return type?.replace(/[^\w/;=. -]/g, '').slice(0, 60) ?? null
}

function withoutTags(html: string): string {
  return html
    .replace(/<!--[^]{0,20000}?-->/g, ' ')
    .replace(/<(script|style|select)\b[^]{0,100000}?<\/\1>/gi, ' ')
    .replace(/<[^>]{0,5000}>/g, ' ')
}
