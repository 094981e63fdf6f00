import {
  changeClient,
  changeClientAddress,
  createClientActivity,
  createClientAddress,
} from '#contract/parties.ts'
import { communeNamed } from '#domain/communes.ts'
import { rutProblem } from '#domain/rut.ts'
import { send } from '#web/api/client.ts'
import type { Client } from '#web/api/queries.ts'
import { partKey } from '#web/api/use-mutate-once.ts'
import { isDueDaysWrong, readDueDays } from '../due-days.ts'
import type { ChosenClient, Kind } from '../wizard.ts'

/** What the client dialog asks for. The chosen address null: a new one is being written. */
export interface ClientData {
  addressId: number | null
  street: string
  commune: string
  city: string
  activityId: number | null
  newActivity: string
  contactName: string
  contactRut: string
  /** As typed; empty leaves it to the company. */
  dueDays: string
}

export function clientData(chosen: ChosenClient, client: Client): ClientData {
  const { addresses, activities } = client
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
    dueDays: client.due_days === null ? '' : String(client.due_days),
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
    dueDays: isDueDaysWrong(data.dueDays),
  }
}

/** Of what kind of document, whose client, and the idempotency key of the press that saves. */
interface Saving {
  kind: Kind
  companyId: number
  key: string
}

/** Saves what the SII didn't know, and answers the client as it is chosen now. */
export async function saveClientData(
  chosen: ChosenClient,
  client: Client,
  data: ClientData,
  { key, ...of }: Saving,
): Promise<ChosenClient> {
  const address = await savedAddress(client, data, { ...of, key: partKey(key, 'address') })
  const activity = await savedActivity(client, data, { ...of, key: partKey(key, 'activity') })
  const dueDays = await savedDueDays(client, data, of)
  const { contactName, contactRut } = data
  return {
    ...chosen,
    client: {
      ...client,
      due_days: dueDays,
      addresses: address === null ? client.addresses : withOne(client.addresses, address),
      activities: activity === null ? client.activities : withOne(client.activities, activity),
    },
    addressId: address?.id ?? data.addressId,
    activityId: activity?.id ?? data.activityId,
    contactName,
    contactRut,
  }
}

type Part = Omit<Saving, 'companyId'>

async function savedAddress(client: Client, data: ClientData, { kind, key }: Part) {
  const { addressId, street, commune, city } = data
  if (client.addresses.every(({ id }) => id !== addressId)) {
    const body = { client: client.id, street_and_number: street.trim(), commune, city: city.trim() }
    return send(createClientAddress, { body, key })
  }
  if (addressId === null || !needsCity(data, client, kind)) return null
  return send(changeClientAddress, { params: { id: addressId }, body: { city: city.trim() } })
}

async function savedActivity(client: Client, { newActivity }: ClientData, { kind, key }: Part) {
  if (kind === 'boletaHonorarios' || client.activities.length > 0) return null
  const body = { client: client.id, description: newActivity.trim() }
  return send(createClientActivity, { body, key })
}

async function savedDueDays(
  { id, due_days: known }: Client,
  { dueDays }: ClientData,
  { companyId }: Pick<Saving, 'companyId'>,
): Promise<number | null> {
  const wanted = readDueDays(dueDays)
  if (wanted === known) return known
  const params = { company_id: companyId, client_id: id }
  return (await send(changeClient, { params, body: { due_days: wanted } })).due_days
}

function withOne<Row extends { id: number }>(rows: readonly Row[], one: Row): Row[] {
  return [...rows.filter(({ id }) => id !== one.id), one]
}
