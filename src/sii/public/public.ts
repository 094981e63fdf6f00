import { z } from 'zod'
import type { Day } from '#domain/day.ts'
import { parseDayEs } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut, rutBody, rutDv } from '#domain/rut.ts'
import { folioIn } from '../pages/amounts.ts'
import { diagnose, portalChanged } from '../http/diagnosis.ts'
import { inlineText, plain, tokens, visibleText } from '../pages/html.ts'
import type { SiiOrigins } from '../http/origins.ts'
import { siiOrigins, toAsked } from '../http/origins.ts'
import type { Answer } from '../interface/portal.ts'
import { labelled, tableRows } from '../pages/tables.ts'
import type { Wire, WireOptions } from '../http/wire.ts'
import { undiciWire } from '../http/wire.ts'
import { answerFrom, askPublic, jsonIn } from './public-page.ts'

/** What the SII tells anybody about a RUT, without any session (portal 6). No addresses. */
export interface PublicSii {
  /**
   * Null when the SII knows nobody. Its page stands behind a captcha that answers itself: ask seldom, and the
   * factura's own lookup first. An answer is kept for a day.
   */
  taxpayer(rut: Rut): Promise<Answer<PublicTaxpayer | null>>
  /** Which documents a RUT may issue; null when it is no electronic issuer at all. */
  authorisedIssuer(rut: Rut): Promise<Answer<AuthorisedIssuer | null>>
}

export interface PublicTaxpayer {
  rut: Rut
  name: string
  /** `Contribuyente presenta Inicio de Actividades`; null when the page doesn't say. */
  hasStarted: boolean | null
  startedOn: Day | null
  activities: { description: string; code: string; category: 1 | 2 | null; hasIva: boolean }[]
}

export interface AuthorisedIssuer {
  rut: Rut
  name: string
  resolutionNumber: number | null
  resolutionDay: Day | null
  /** `until` is null while the authorisation lasts. */
  documents: { tipoDte: number; description: string; from: Day; until: Day | null }[]
}

export interface PublicOptions extends WireOptions {
  /** The clock, ms since 1970. */
  nowMs: () => number
  wire?: Wire
  origins?: SiiOrigins
  timeoutMs?: number
}

const CAPTCHA = 'https://zeus.sii.cl/cvc_cgi/stc/CViewCaptcha.cgi'
const TAXPAYER = 'https://zeus.sii.cl/cvc_cgi/stc/getstc'
const AUTHORISED = 'https://palena.sii.cl/cvc_cgi/dte/ee_empresa_rut'
const DAY_MS = 24 * 60 * 60 * 1000
const MAX_KEPT = 1000

export function createPublicSii(options: PublicOptions): PublicSii {
  const wire = options.wire ?? undiciWire(options)
  const origins = options.origins ?? siiOrigins()
  const kept = new Map<Rut, { untilMs: number; value: PublicTaxpayer | null }>()
  const post = (address: string, fields: readonly (readonly [string, string])[]) =>
    askPublic(wire, toAsked(origins, address) ?? address, options.timeoutMs ?? 30_000, fields)

  async function askTaxpayer(rut: Rut): Promise<Answer<PublicTaxpayer | null>> {
    const captcha = answerFrom(await post(CAPTCHA, [['oper', '0']]), 'txtCaptcha', readCaptcha)
    if (captcha.kind !== 'ok') return captcha
    const visit = await post(TAXPAYER, [
      ['RUT', String(rutBody(rut))],
      ['DV', rutDv(rut)],
      ['PRG', 'STC'],
      ['OPC', 'NOR'],
      ['txt_code', captcha.value.code],
      ['txt_captcha', captcha.value.text],
    ])
    if (visit.kind !== 'page') return diagnose(visit)
    return readTaxpayer(visit.page.text, rut) ?? answerFrom(visit, 'getstc', () => null, 'judged')
  }

  return {
    async taxpayer(rut) {
      const known = kept.get(rut)
      if (known !== undefined && known.untilMs > options.nowMs()) {
        return { kind: 'ok', value: known.value }
      }
      const answer = await askTaxpayer(rut)
      if (answer.kind === 'ok') {
        if (kept.size >= MAX_KEPT) kept.clear()
        kept.set(rut, { untilMs: options.nowMs() + DAY_MS, value: answer.value })
      }
      return answer
    },
    async authorisedIssuer(rut) {
      const visit = await post(AUTHORISED, [
        ['RUT_EMP', String(rutBody(rut))],
        ['DV_EMP', rutDv(rut)],
        ['ACEPTAR', 'Consultar'],
      ])
      if (visit.kind !== 'page') return diagnose(visit)
      return (
        readAuthorised(visit.page.text, rut) ??
        answerFrom(visit, 'ee_empresa_rut', () => null, 'judged')
      )
    },
  }
}

/** Its four characters stand at a fixed place of the text itself. */
export function readCaptcha(text: string): { text: string; code: string } | null {
  const read = z.object({ txtCaptcha: z.string().max(4000) }).safeParse(jsonIn(text))
  if (!read.success) return null
  const code = Buffer.from(read.data.txtCaptcha, 'base64').subarray(36, 40).toString('latin1')
  return /^[ -~]{4}$/.test(code) ? { text: read.data.txtCaptcha, code } : null
}

/** Null when the page isn't the one with a taxpayer's data, nor the one that says there is none. */
export function readTaxpayer(html: string, rut: Rut): Answer<PublicTaxpayer | null> | null {
  const words = plain(visibleText(html))
  if (/no (existe|registra|se encuentra)[^.]{0,60}(contribuyente|rut|informacion)/.test(words)) {
    return { kind: 'ok', value: null }
  }
  if (/captcha/i.test(html) && !words.includes('inicio de actividades')) return null
  const shown = [...words.matchAll(/\b(\d[\d.]{5,11}-[\dk])(?![\dk])/g)].map(([, text]) =>
    parseRut(text ?? ''),
  )
  const name = nameIn(html)
  if (name === null) {
    // What an unknown RUT answers isn't known: the page by its heading, with nobody on it, says it too.
    const isBare = shown.length === 0 && !words.includes('actividades') && !html.includes('alert(')
    return isBare && words.includes('situacion tributaria') ? { kind: 'ok', value: null } : null
  }
  // Another person's data under our question would be worse than none.
  if (!shown.includes(rut)) return portalChanged('getstc RUT')
  if (/^\**$/.test(name)) return { kind: 'ok', value: null }
  const started = /presenta inicio de actividades\s?:?\s?(si|no)\b/.exec(words)?.[1]
  const date = /fecha de inicio de actividades\s?:?\s?(\d{1,2})[-/](\d{1,2})[-/](\d{4})/.exec(words)
  return {
    kind: 'ok',
    value: {
      rut,
      name,
      hasStarted: started === undefined ? null : started === 'si',
      startedOn: date === null ? null : parseDayEs(`${date[1]}/${date[2]}/${date[3]}`),
      activities: tableRows(html).flatMap(activityFrom),
    },
  }
}

/** Null when the page is neither the issuer's nor the one that says there is none. */
export function readAuthorised(html: string, rut: Rut): Answer<AuthorisedIssuer | null> | null {
  const words = plain(visibleText(html))
  if (words.includes('no corresponde a una empresa autorizada')) return { kind: 'ok', value: null }
  const shown = parseRut(labelled(html, /^rut\b/))
  if (shown === null) return null
  if (shown !== rut) return portalChanged('ee_empresa_rut Rut')
  const number = labelled(html, /^(n|nro|numero)[^a-z]{0,3}(de )?resolucion/)
  return {
    kind: 'ok',
    value: {
      rut,
      name: labelled(html, /^(nombre o )?razon social/),
      resolutionNumber: folioIn(number),
      resolutionDay: dashedDay(labelled(html, /^fecha (de )?resolucion/)),
      documents: tableRows(html).flatMap(documentFrom),
    },
  }
}

function documentFrom([code = '', description = '', from = '', until = '']: string[]) {
  const tipoDte = /^\d{2,3}$/.test(code) ? Number(code) : null
  const since = dashedDay(from)
  return tipoDte === null || since === null
    ? []
    : [{ tipoDte, description, from: since, until: dashedDay(until) }]
}

function activityFrom([description = '', code = '', category = '', iva = '']: string[]) {
  if (!/^\d{5,6}$/.test(code)) return []
  const number = /primera|^1/.test(plain(category))
    ? 1
    : /segunda|^2/.test(plain(category))
      ? 2
      : null
  const hasIva = plain(iva).startsWith('s')
  return [{ description, code, category: number, hasIva } as const]
}

function dashedDay(text: string): Day | null {
  const [, day, month, year] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text.trim()) ?? []
  return year === undefined ? null : parseDayEs(`${day}/${month}/${year}`)
}

/** The fourth division inside the page's first: the only place the name has (portal 6). */
function nameIn(html: string): string | null {
  let depth = 0
  let seen = 0
  let text = ''
  for (const token of tokens(html)) {
    if (token.kind === 'raw') continue
    if (token.kind === 'text') {
      if (seen === 4 && depth >= 2) text += token.text
      continue
    }
    if (token.name !== 'div') continue
    if (token.kind === 'open') {
      depth += 1
      if (depth === 2) seen += 1
    } else {
      if (depth === 2 && seen === 4) return inlineText(text).trim()
      depth = Math.max(0, depth - 1)
    }
  }
  return null
}
