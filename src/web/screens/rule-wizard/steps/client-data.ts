import {
  changeClientAddress,
  createClientActivity,
  createClientAddress,
} from '#contract/parties.ts'
import { communeNamed } from '#domain/communes.ts'
import { rutProblem } from '#domain/rut.ts'
import { send } from '#web/api/client.ts'
import type { Client } from '#web/api/queries.ts'
import { partKey } from '#web/api/use-mutate-once.ts'
import type { ChosenClient, Kind } from '../wizard.ts'

/** What the client dialog asks for (spec 3). The chosen address null: a new one is being written. */
export interface ClientData {
  addressId: number | null
  street: string
  commune: string
  city: string
  activityId: number | null
  newActivity: string
  contactName: string
  contactRut: string
}

export function clientData(chosen: ChosenClient, { addresses, activities }: Client): ClientData {
  const first = addresses.find(({ city }) => city !== '') ?? addresses[0]
  return {
    addressId: chosen.addressId ?? first?.id ?? null,
    street: '',
    commune: '',
    city: '',
    activityId: chosen.activityId ?? activities[0]?.id ?? null,
    newActivity: '',
    contactName: chosen.contactName,
    contactRut: chosen.contactRut,
  }
}

/** A factura needs the city; a boleta a commune that its form knows. */
export function needsCity(data: ClientData, client: Client, kind: Kind): boolean {
  if (kind === 'boletaHonorarios') return false
  const address = client.addresses.find(({ id }) => id === data.addressId)
  return address === undefined || address.city === ''
}

export function clientProblems(data: ClientData, client: Client, kind: Kind) {
  const address = client.addresses.find(({ id }) => id === data.addressId)
  const isFactura = kind === 'factura'
  const hasActivities = client.activities.length > 0
  const commune = address?.commune ?? data.commune
  return {
    street: address === undefined && data.street.trim() === '',
    commune: (address === undefined || !isFactura) && communeNamed(commune) === null,
    city: needsCity(data, client, kind) && data.city.trim() === '',
    activity:
      isFactura && hasActivities && client.activities.every(({ id }) => id !== data.activityId),
    newActivity: isFactura && !hasActivities && data.newActivity.trim() === '',
    contactRut: data.contactRut !== '' && rutProblem(data.contactRut) !== null,
  }
}

/** Of what kind of document, and the idempotency key of the press that saves. */
interface Saving {
  kind: Kind
  key: string
}

/** Saves what the SII didn't know, and answers the client as it is chosen now. */
export async function saveClientData(
  chosen: ChosenClient,
  client: Client,
  data: ClientData,
  { kind, key }: Saving,
): Promise<ChosenClient> {
  const address = await savedAddress(client, data, { kind, key: partKey(key, 'address') })
  const activity = await savedActivity(client, data, { kind, key: partKey(key, 'activity') })
  const { contactName, contactRut } = data
  return {
    ...chosen,
    client: {
      ...client,
      addresses: address === null ? client.addresses : withOne(client.addresses, address),
      activities: activity === null ? client.activities : withOne(client.activities, activity),
    },
    addressId: address?.id ?? data.addressId,
    activityId: activity?.id ?? data.activityId,
    contactName,
    contactRut,
  }
}

async function savedAddress(client: Client, data: ClientData, { kind, key }: Saving) {
  const { addressId, street, commune, city } = data
  if (client.addresses.every(({ id }) => id !== addressId)) {
    const body = { client: client.id, street_and_number: street.trim(), commune, city: city.trim() }
    return send(createClientAddress, { body, key })
  }
  if (addressId === null || !needsCity(data, client, kind)) return null
  return send(changeClientAddress, { params: { id: addressId }, body: { city: city.trim() } })
}

async function savedActivity(client: Client, { newActivity }: ClientData, { kind, key }: Saving) {
  if (kind === 'boletaHonorarios' || client.activities.length > 0) return null
  const body = { client: client.id, description: newActivity.trim() }
  return send(createClientActivity, { body, key })
}

function withOne<Row extends { id: number }>(rows: readonly Row[], one: Row): Row[] {
  return [...rows.filter(({ id }) => id !== one.id), one]
}
