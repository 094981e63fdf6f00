import type { Rut } from '#domain/rut.ts'
import type { WorldAddress } from '../../world-receivers.ts'
import type { Portal } from '../state/portal.ts'
import { scenarioFor } from '../state/portal.ts'
import { outsider } from '../state/taxpayers.ts'
import type { CompanyVisit } from '../http/visit.ts'

/** What the SII shows of a receiver; empty where it knows nothing. */
export interface KnownReceiver {
  rut: Rut
  name: string
  giros: string[]
  addresses: WorldAddress[]
}

/** From the world's receivers, companies and people, then bent by the scenarios of that RUT. */
export function receiverFor(visit: CompanyVisit, rut: Rut): KnownReceiver {
  const { portal, person, company } = visit
  const scenario = (name: Parameters<typeof scenarioFor>[1]) =>
    scenarioFor(portal, name, rut, company.rut, person.rut)
  if (scenario('receiver-unknown')) return unknown(rut)
  let known = inTheWorld(portal, rut) ?? unknown(rut)
  if (scenario('receiver-one-address')) known = withOneAddress(known)
  if (scenario('receiver-several-addresses')) known = withSeveralAddresses(known)
  if (scenario('receiver-city-empty')) known = withoutCities(known)
  return known
}

export function inTheWorld({ world }: Pick<Portal, 'world'>, rut: Rut): KnownReceiver | null {
  const receiver = outsider({ world }, rut)
  if (receiver) return { ...receiver, rut }
  const company = world.companies.find((one) => one.rut === rut)
  if (company) {
    const { name, giro, addresses } = company
    // The receiver's giro has room for 40, the issuer's for 80.
    return { rut, name, giros: [giro.slice(0, 40)], addresses }
  }
  const person = world.people.find((one) => one.rut === rut)
  if (!person) return null
  const name = `${person.names} ${person.fatherName} ${person.motherName}`
  return { rut, name, giros: [], addresses: [] }
}

function unknown(rut: Rut): KnownReceiver {
  return { rut, name: '', giros: [], addresses: [] }
}

const somewhere: WorldAddress = {
  street: 'CALLE UNO 100',
  commune: 'SANTIAGO',
  city: 'SANTIAGO',
  branchCode: '',
}

/** As known, or as somebody somewhere. */
export function withOneAddress(known: KnownReceiver): KnownReceiver {
  return {
    rut: known.rut,
    name: known.name || 'RECEPTOR DE PRUEBA LTDA.',
    giros: [known.giros[0] ?? 'COMERCIO'],
    addresses: [known.addresses[0] ?? somewhere],
  }
}

function withSeveralAddresses(known: KnownReceiver): KnownReceiver {
  const one = withOneAddress(known)
  return {
    ...one,
    giros: [...one.giros, 'ARRIENDO DE MAQUINARIA'],
    addresses: [
      ...one.addresses,
      { street: 'PASAJE DOS 22', commune: 'VIÑA DEL MAR', city: '', branchCode: '' },
      { street: 'RUTA 5 SUR KM 3', commune: 'ÑUÑOA', city: 'SANTIAGO', branchCode: '' },
    ],
  }
}

function withoutCities(known: KnownReceiver): KnownReceiver {
  return { ...known, addresses: known.addresses.map((address) => ({ ...address, city: '' })) }
}
