import { z } from 'zod'
import type { RawBrowser, Seen } from './browser.ts'

const services = {
  consdcv: 'consdcvinternetui',
  consemitidos: 'consemitidosinternetui',
} as const

const answer = z.looseObject({
  data: z.unknown().optional(),
  respEstado: z
    .looseObject({ codRespuesta: z.number(), msgeRespuesta: z.string().nullable() })
    .optional(),
})

export interface Told {
  seen: Seen
  /** Null when the answer isn't JSON. */
  body: z.output<typeof answer> | null
}

export interface TellOptions {
  service?: keyof typeof services
  accept?: string
  /** Replaces fields of the envelope. */
  changed?: Record<string, unknown>
}

/** A question to a JSON service of www4 as a raw request, for tests. */
export async function tell(
  browser: RawBrowser,
  method: string,
  data: Record<string, unknown>,
  { service = 'consdcv', accept = 'application/json, text/plain, */*', changed }: TellOptions = {},
): Promise<Told> {
  const namespace = `cl.sii.sdi.lob.diii.${service}.data.api.interfaces.FacadeService/${method}`
  const metaData = {
    namespace,
    conversationId: browser.cookies.get('TOKEN') ?? '',
    transactionId: '5f1b8f0e-6b1e-4c55-9a59-0d8c6a2f1f11',
    page: null,
    ...changed,
  }
  const path = `/www4/${services[service]}/services/data/facadeService/${method}`
  const seen = await browser.postText(path, JSON.stringify({ metaData, data }), {
    'content-type': 'application/json',
    accept,
  })
  const text = Buffer.from(seen.bytes).toString('utf8')
  return { seen, body: text.startsWith('{') ? answer.parse(JSON.parse(text)) : null }
}
