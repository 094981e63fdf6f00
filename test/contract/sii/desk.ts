import { chileInstant, day, month, parseDay } from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import type { BoletaContent, FacturaContent, FrozenLine } from '#domain/document.ts'
import { clp, portionOf, sumClp } from '#domain/money.ts'
import { retention } from '#domain/retention.ts'
import type { Rut } from '#domain/rut.ts'
import { rut } from '#domain/rut.ts'
import { quantity } from '#domain/uf.ts'
import type {
  Answer,
  CompanyPortal,
  PortalSession,
  PreviewedFactura,
  SendOutcome,
  SignedFactura,
  Sii,
  SiiOptions,
} from '#sii/sii.ts'
import { createSii, siiOrigins } from '#sii/sii.ts'
import type { ListeningSiiSimulator } from '#simulators/sii/simulator.ts'
import { startSiiSimulator } from '#simulators/sii/simulator.ts'
import type { World } from '#simulators/world.ts'
import { world } from '#simulators/world.ts'
import { directWire } from './direct-wire.ts'

/** A simulated SII on the loopback with our client in front of it, both on a clock that stands still. */
export interface Desk {
  simulator: ListeningSiiSimulator
  sii: Sii
  today: Day
  newSii(options?: Partial<SiiOptions>): Sii
  /** Without sockets: what hangs has timed out at once, so that no test waits for real time. */
  newDirectSii(): Sii
  advance(ms: number): void
}

export const RODRIGO = { rut: rut('13131313-6'), clave: 'demo5678', password: 'demo-cert-ñ2' }
export const ANA = { rut: rut('15151515-0'), clave: 'demo1234', password: 'demo-cert-1' }
export const ANTONIA = { rut: rut('17171717-5'), clave: 'demo1234' }
export const ASEO = rut('77171717-9')
export const SOFTWARE = rut('77272727-5')
export const ASESORIAS = rut('77070707-2')
export const CLINICA = rut('93939393-5')

const TODAY = day(2026, 11, 20)

export async function openDesk(inhabitants: World = world): Promise<Desk> {
  let nowMs = chileInstant(TODAY, 11, 0)
  const now = () => nowMs
  const simulator = await startSiiSimulator({ port: 0, world: inhabitants, now })
  const newSii = (options: Partial<SiiOptions> = {}) =>
    createSii({
      nowMs: now,
      origins: siiOrigins(simulator.url),
      paceMs: 0,
      timeouts: { usualMs: 5000, slowMs: 5000 },
      ...options,
    })
  const newDirectSii = () => newSii({ wire: directWire(simulator) })
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { simulator, sii: newSii(), today: TODAY, newSii, newDirectSii, advance }
}

export function valueOf<T>(answer: Answer<T>): T {
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
  return answer.value
}

export async function enter(
  desk: Desk,
  person: { rut: Rut; clave: string } = RODRIGO,
  sii = desk.sii,
): Promise<PortalSession> {
  const outcome = await sii.login({ rut: person.rut, clave: person.clave })
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

/** An outcome of `work` as it is, without the wrapping `withCompany` needs. */
export async function at<T>(
  session: PortalSession,
  company: Rut,
  work: (portal: CompanyPortal) => Promise<T>,
): Promise<T> {
  return valueOf(
    await session.withCompany(company, async (portal) => ({
      kind: 'ok',
      value: await work(portal),
    })),
  )
}

export interface Steps {
  preview: Answer<PreviewedFactura>
  signed: Answer<SignedFactura> | null
  sent: SendOutcome | null
}

/** The whole chain as far as it goes. */
export async function issue(
  session: PortalSession,
  content: FacturaContent,
  password = RODRIGO.password,
  checkpoint = () => true,
): Promise<Steps> {
  return at(session, content.issuer.rut, async (portal) => {
    const preview = await portal.previewFactura(content)
    if (preview.kind !== 'ok') return { preview, signed: null, sent: null }
    const signed = await preview.value.sign(password)
    if (signed.kind !== 'ok') return { preview, signed, sent: null }
    return { preview, signed, sent: await signed.value.send(checkpoint) }
  })
}

export function line(changes: Partial<FrozenLine> = {}): FrozenLine {
  return {
    name: 'Aseo de oficinas',
    description: '',
    code: '',
    quantity: quantity('2'),
    price: { currency: 'CLP', unitClp: clp(150_000) },
    amountClp: clp(300_000),
    ...changes,
  }
}

export function factura(changes: Partial<FacturaContent> = {}, lines = [line()]): FacturaContent {
  const netoClp = sumClp(lines.map((each) => each.amountClp))
  const ivaClp = portionOf(netoClp, 19, 100)
  return {
    kind: 'factura',
    issueDate: TODAY,
    serviceMonth: month(2026, 11),
    issuer: {
      rut: ASEO,
      name: 'SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA',
      address: {
        street: "PASAJE O'HIGGINS 12, VILLA LOS AVELLANOS",
        commune: 'PADRE LAS CASAS',
        city: 'TEMUCO',
        branchCode: '77171712',
      },
      activity: { code: '812100', description: 'LIMPIEZA GENERAL DE EDIFICIOS' },
      email: 'contacto@aseodelsur.example',
    },
    recipient: {
      rut: CLINICA,
      name: 'CLÍNICA DENTAL SONRISAS LIMITADA',
      giro: 'SERVICIOS ODONTOLÓGICOS',
      address: {
        street: "BARROS ARANA 980, LOCAL 'B'",
        commune: 'CONCEPCIÓN',
        city: 'CONCEPCIÓN',
      },
      contactName: 'Íñigo Muñoz',
      contactRut: null,
    },
    lines,
    netoClp,
    ivaClp,
    totalClp: sumClp([netoClp, ivaClp]),
    paymentForm: 2,
    ...changes,
  }
}

/** Antonia's, to the clinic that her boletas of other months went to. */
export function boleta(changes: Partial<BoletaContent> = {}): BoletaContent {
  const lines = changes.lines ?? [{ description: 'Diseño de etiquetas', grossClp: clp(400_000) }]
  const grossClp = sumClp(lines.map((each) => each.grossClp))
  const { retentionClp, liquidoClp } = retention(grossClp, TODAY)
  return {
    kind: 'boletaHonorarios',
    issueDate: TODAY,
    serviceMonth: month(2026, 11),
    issuer: { rut: ANTONIA.rut, name: 'ANTONIA', addressId: null },
    withholder: 'recipient',
    recipient: {
      rut: CLINICA,
      name: 'CLÍNICA DENTAL SONRISAS LIMITADA',
      address: {
        street: "BARROS ARANA 980, LOCAL 'B'",
        region: 8,
        communeCode: 8201,
        commune: 'CONCEPCION',
      },
    },
    lines,
    grossClp,
    retentionClp,
    liquidoClp,
    ...changes,
  }
}

export function dayOf(text: string): Day {
  const parsed = parseDay(text)
  if (parsed === null) throw new Error(text)
  return parsed
}
