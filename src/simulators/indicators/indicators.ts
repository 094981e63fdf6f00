import type { ServerResponse } from 'node:http'
import {
  addDays,
  compare,
  dayInChile,
  lastDayOf,
  month,
  parseDay,
  parseDayEs,
  parseMonth,
} from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import type { Arrival } from '../server.ts'
import { listen } from '../server.ts'
import type { IndicatorsTrouble, Said } from './trouble.ts'
import { boostrHolidays, digitalHolidays } from './holidays.ts'
import { formatCents, lastPublished, ufCents } from './uf-values.ts'

export interface IndicatorsSimulator {
  /**
   * mindicador.cl lives under `${url}/mindicador`, the CMF's API under `${url}/cmf`; of the holidays' sources
   * apis.digital.gob.cl under `${url}/digital`, api.boostr.cl under `${url}/boostr`.
   */
  url: string
  setTrouble(trouble: IndicatorsTrouble | null): void
  close(): Promise<void>
}

const YEAR = /^\d{4}$/

export async function startIndicatorsSimulator(options: {
  port: number
  host?: string
  now: () => number
}): Promise<IndicatorsSimulator> {
  let trouble: IndicatorsTrouble | null = null
  const { url, close } = await listen(
    { port: options.port, host: options.host ?? '127.0.0.1' },
    async (arrival, response) => {
      const ask = { today: dayInChile(options.now()), trouble }
      const query = new URLSearchParams(arrival.query)
      if (trouble === 'down') response.destroy()
      else if (trouble === 'throttled') write(response, 429, { error: 'Too Many Requests' })
      else if (trouble === 'html') response.writeHead(200).end('<html>Error</html>')
      else {
        const said = answerOf(arrival, query, ask)
        write(response, said.status, said.body)
      }
    },
  )
  return { url, close, setTrouble: (next) => void (trouble = next) }
}

function answerOf({ path, headers }: Arrival, query: URLSearchParams, ask: Ask): Said {
  if (path.startsWith('/cmf')) return cmf(path, query, ask)
  if (path.startsWith('/boostr')) return boostrHolidays(path, ask.trouble)
  if (path.startsWith('/digital')) {
    return digitalHolidays(path, headers['user-agent'] ?? '', ask.trouble)
  }
  return mindicador(path, ask)
}

interface Ask {
  today: Day
  trouble: IndicatorsTrouble | null
}

/** /mindicador/api/uf, /uf/<dd-mm-yyyy>, /uf/<yyyy>: newest first, an empty series when nothing is known. */
function mindicador(path: string, ask: Ask): Said {
  const asked = /^\/mindicador\/api\/uf(?:\/([\d-]+))?$/.exec(path)
  if (!asked) return { status: 404, body: { error: 'Not Found' } }
  const serie = daysOf(asked[1] ?? '', ask)
    .toReversed()
    .map(({ on, cents }) => ({ fecha: `${on}T03:00:00.000Z`, valor: cents / 100 }))
  return {
    status: 200,
    body: {
      version: '1.7.0',
      autor: 'simulador',
      codigo: 'uf',
      nombre: 'Unidad de fomento (UF)',
      unidad_medida: 'Pesos',
      serie,
    },
  }
}

function daysOf(asked: string, ask: Ask): { on: Day; cents: number }[] {
  if (asked === '') return valuesBetween(addDays(ask.today, -30), ask.today, ask)
  if (YEAR.test(asked)) return yearOfValues(Number(asked), ask)
  const on = parseDayEs(asked.replaceAll('-', '/'))
  return on === null ? [] : valuesBetween(on, on, ask)
}

/** /cmf/api-sbifv3/recursos_api/uf[/<YYYY>[/<MM>[/dias/<DD>]]]?apikey=&formato=json, oldest first. */
function cmf(path: string, query: URLSearchParams, ask: Ask): Said {
  const asked =
    /^\/cmf\/api-sbifv3\/recursos_api\/uf(?:\/(\d{4})(?:\/(\d{2})(?:\/dias\/(\d{2}))?)?)?$/.exec(
      path,
    )
  if (!asked) return refusal(404, 'Recurso no encontrado')
  if ((query.get('apikey') ?? '') === '') return refusal(401, 'API key no valida')
  if (query.get('formato') !== 'json') return refusal(400, 'Formato no disponible en el simulador')
  const [, year, monthNumber, dayNumber] = asked
  const found = valuesOf(year, monthNumber, dayNumber, ask)
  if (found.length === 0) return refusal(404, 'No se encuentran datos para los parametros')
  const UFs = found.map(({ on, cents }) => ({ Fecha: on, Valor: formatCents(cents) }))
  return { status: 200, body: { UFs } }
}

function valuesOf(
  year: string | undefined,
  monthNumber: string | undefined,
  dayNumber: string | undefined,
  ask: Ask,
): { on: Day; cents: number }[] {
  if (year === undefined) return valuesBetween(ask.today, ask.today, ask)
  if (monthNumber === undefined) return yearOfValues(Number(year), ask)
  if (dayNumber !== undefined) {
    const on = parseDay(`${year}-${monthNumber}-${dayNumber}`)
    return on === null ? [] : valuesBetween(on, on, ask)
  }
  const of = parseMonth(`${year}-${monthNumber}`)
  return of === null ? [] : valuesBetween(parseDay(`${of}-01`) ?? ask.today, lastDayOf(of), ask)
}

function yearOfValues(year: number, ask: Ask): { on: Day; cents: number }[] {
  const first = parseDay(`${year}-01-01`)
  return first === null ? [] : valuesBetween(first, lastDayOf(month(year, 12)), ask)
}

function valuesBetween(first: Day, last: Day, ask: Ask): { on: Day; cents: number }[] {
  if (ask.trouble === 'empty') return []
  const wrongBy = ask.trouble === 'wrong-values' ? 100 : 0
  const until = compare(last, lastPublished(ask.today)) > 0 ? lastPublished(ask.today) : last
  const found: { on: Day; cents: number }[] = []
  for (let on = first; compare(on, until) <= 0; on = addDays(on, 1)) {
    const cents = ufCents(on, ask.today)
    if (cents !== null) found.push({ on, cents: cents + wrongBy })
  }
  return found
}

function refusal(status: number, message: string): Said {
  return { status, body: { CodigoHTTP: status, CodigoError: 80, Mensaje: message } }
}

function write(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
