/**
 * The simulated SII as a process of its own whose every answer takes as long as told. Real are its sessions,
 * forms, folios, stamps and signatures; prepared beforehand are one pair of keys for all persons, the CAFs and
 * the one sheet that every PDF is.
 */
import { generateKeyPairSync } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createCertificate } from '#dte/keys/certificate.ts'
import { addDays } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { systemClock } from '#server/clock.ts'
import { createAdmin } from '#simulators/sii/admin.ts'
import { createPortal } from '#simulators/sii/create-portal.ts'
import { kindsThatAnswer } from '#simulators/world-trouble.ts'
import { handle, type Outcome } from '#simulators/sii/handle.ts'
import { cafFor } from '#simulators/sii/state/keys.ts'
import { listen } from '#simulators/server.ts'
import { hurriedClock } from '../test/chaos/common-clock.ts'
import { orderShape as orderOfWorkers } from '../test/chaos/order.ts'
import { cityOf, TODAY } from './pipeline-city.ts'

const orderShape = z.object({
  persons: z.int(),
  latencyMs: z.number(),
  hurry: orderOfWorkers.shape.hurry,
  /** One request in so many meets a fault. */
  faultOutOf: z.int().nullable(),
})
export type PortalOrder = z.infer<typeof orderShape>

const order = orderShape.parse(JSON.parse(process.argv[2] ?? ''))
const clock = hurriedClock(order.hurry)
const portal = createPortal({ world: cityOf(order.persons), now: clock.now })
const admin = createAdmin(portal)
prepare()
const asked = new Map<string, number>()
const took = { requests: 0, ms: 0 }
const SHEET: Uint8Array = Buffer.from(`%PDF-1.7\n${' '.repeat(30_000)}`)

const { url } = await listen({ port: 0, host: '127.0.0.1' }, async (arrival, response) => {
  const arrivedMs = systemClock.monotonicMs()
  const answersAtMs = arrivedMs + order.latencyMs
  const name = arrival.path.split('/').at(-1) ?? ''
  asked.set(name, (asked.get(name) ?? 0) + 1)
  const outcome = name === 'mipeDisplayPDF.cgi' ? sheet() : await handle(portal, arrival)
  await sleep(Math.max(0, answersAtMs - systemClock.monotonicMs()))
  write(outcome, response)
  took.requests += 1
  took.ms += systemClock.monotonicMs() - arrivedMs
})

if (order.faultOutOf !== null) {
  // One page of maintenance closes a host to a whole worker for a minute: at this rate it would never open.
  const kinds = kindsThatAnswer.filter((kind) => kind !== 'maintenance')
  admin.faults.sow({ seed: 1, outOf: order.faultOutOf, kinds })
}
setInterval(() => void admin.release(), 5_000).unref()
const { idk, publicKey } = admin.authority()
process.send?.({ url, idk, siiKeyPem: publicKey.export({ type: 'spki', format: 'pem' }) })
process.on('message', () => {
  process.send?.({
    asked: Object.fromEntries(asked),
    documents: portal.state.documents.map(({ issuerRut, folio, totalClp, xml }) => ({
      issuer: issuerRut,
      folio,
      totalClp,
      mark: /<NmbItem>(Servicio [\d.]+)<\/NmbItem>/.exec(xml)?.[1] ?? '',
    })),
    latencyMs: took.ms / Math.max(1, took.requests),
    faults: admin.faults.struck().length,
  })
})
process.on('disconnect', () => process.exit())

function prepare(): void {
  const keys = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const keyPem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  for (const person of portal.world.people) {
    const made = createCertificate({
      person: rut(person.rut),
      name: `${person.names} ${person.fatherName} ${person.motherName}`,
      email: person.email,
      validFrom: addDays(TODAY, -365),
      validTo: addDays(TODAY, 730),
      keys,
    })
    portal.state.signers[person.rut] = {
      keyPem,
      certificate: Buffer.from(made.certificate).toString('base64'),
    }
  }
  for (const company of portal.world.companies) {
    cafFor(portal.state, company, { tipoDte: 33, folio: 1, on: TODAY })
  }
}

function sheet(): Outcome {
  return {
    kind: 'answered',
    status: 200,
    headers: { 'content-type': 'application/pdf' },
    body: SHEET,
  }
}

function write(outcome: Outcome, response: ServerResponse): void {
  if (outcome.kind === 'hung') return
  if (outcome.kind === 'dropped') return void response.destroy()
  const { status, headers, body } = outcome
  const length = outcome.kind === 'cut' ? outcome.fullLength : body.length
  response.writeHead(status, { ...headers, 'content-length': length })
  if (outcome.kind === 'cut') response.write(body, () => response.destroy())
  else response.end(body)
}
