import type { Client } from './client-store.ts'
import type { Named } from './contact-addresses.ts'
import type { Contact } from './contact-store.ts'
import type { Product } from './product-store.ts'
import type { Address, Company } from './store.ts'

// The one place where companies, clients, contacts and products become JSON.

/** Who it is: the id is that of the company or client itself. */
export function identityToWire({ id, rut, name }: { id: number; rut: string; name: string }) {
  return { id, identifier: rut, name }
}

export function addressToWire({ id, street, commune, city }: Address) {
  return { id, street_and_number: street, commune, city }
}

export function companyToWire(company: Company) {
  return {
    id: company.id,
    company_info: identityToWire(company),
    addresses: company.addresses.map(addressToWire),
    activities: company.activities,
    issuer_email: company.email,
    issues_facturas: company.issuesFacturas,
    facturator: company.facturatorId,
  }
}

export function clientToWire(client: Client) {
  return {
    id: client.id,
    label: client.name,
    rut: client.rut,
    client_info: identityToWire(client),
    addresses: client.addresses.map(addressToWire),
    activities: client.activities,
    due_days: client.dueDays,
  }
}

export function contactToWire(contact: Contact, rules: readonly Named[] = []) {
  return {
    id: contact.id,
    client: contact.clientId,
    contact: {
      first_name: contact.firstName,
      last_name: contact.lastName,
      gender: contact.gender,
      email: contact.email,
      role: contact.role,
    },
    rules: [...rules],
  }
}

export function productToWire(product: Product) {
  return {
    id: product.id,
    code: product.code,
    name: product.name,
    unit_price: product.unitPrice,
    currency: product.currency,
  }
}
