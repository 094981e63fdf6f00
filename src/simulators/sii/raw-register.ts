import type { RawBrowser, Seen } from './raw-browser.ts'

/** Questions to the JSON services of www4 as raw requests, for tests. */
const services = {
  consdcv: 'consdcvinternetui',
  consemitidos: 'consemitidosinternetui',
} as const

export interface Told {
  seen: Seen
  /** Null when the answer isn't JSON. */
  body:
    | ({
        data?: unknown
        respEstado?: { codRespuesta: number; msgeRespuesta: string | null }
      } & Record<string, unknown>)
    | null
}

export async function tell(
  browser: RawBrowser,
  method: string,
  data: Record<string, unknown>,
  {
    service = 'consdcv' as keyof typeof services,
    accept = 'application/json, text/plain, */*',
    changed = {} as Record<string, unknown>,
  } = {},
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
  return { seen, body: parsed(seen) }
}

function parsed(seen: Seen): Told['body'] {
  const text = Buffer.from(seen.bytes).toString('utf8')
  return text.startsWith('{') ? JSON.parse(text) : null
}
