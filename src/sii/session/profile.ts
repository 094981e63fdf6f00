import { z } from 'zod'
import { isCompanyRut, parseRut } from '#domain/rut.ts'
import { jsonLiteral } from '../pages/scripts.ts'
import type { Profile } from '../interface/portal.ts'

/** "Mi SII" shows the person's data: nobody gets that page without a session. */
export function isHome(html: string): boolean {
  return /\bDatosCntrNow\s{0,20}=/.test(html)
}

/** The logged-in person's own data (never a represented company's); null when the page doesn't hold it. */
export function readProfile(html: string): Profile | null {
  const data = Person.safeParse(jsonLiteral(html, 'DatosCntrNow'))
  const activities = z.array(Activity).safeParse(jsonLiteral(html, 'DatosActeco'))
  if (!data.success || !activities.success) return null
  const { contribuyente, direcciones } = data.data
  const rut = parseRut(`${contribuyente.rut}-${contribuyente.dv}`)
  if (rut === null) return null
  const own = [contribuyente.nombres, contribuyente.apellidoPaterno, contribuyente.apellidoMaterno]
  return {
    rut,
    name: contribuyente.razonSocial || joined(own),
    isNaturalPerson: contribuyente.razonSocial === '' && !isCompanyRut(rut),
    email: contribuyente.eMail || null,
    addresses: direcciones.map((address) => ({
      street: joined([
        address.calle,
        address.numero,
        address.bloque,
        address.departamento,
        address.villaPoblacion,
      ]),
      commune: address.comunaDescripcion,
      city: address.ciudad,
    })),
    activities: activities.data.map((activity) => ({
      code: activity.codigo,
      description: activity.descripcion,
      category: categoryOf(activity.categoriaTributaria),
    })),
  }
}

/** Numbers and nulls appear where texts are expected, from one taxpayer to another. */
const Text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim())

const Person = z.object({
  contribuyente: z.object({
    rut: z.union([z.string(), z.number()]),
    dv: z.union([z.string(), z.number()]),
    nombres: Text,
    apellidoPaterno: Text,
    apellidoMaterno: Text,
    razonSocial: Text,
    eMail: Text,
  }),
  direcciones: z
    .array(
      z.object({
        calle: Text,
        numero: Text,
        bloque: Text,
        departamento: Text,
        villaPoblacion: Text,
        comunaDescripcion: Text,
        ciudad: Text,
      }),
    )
    .max(500),
})

const Activity = z.object({ codigo: Text, descripcion: Text, categoriaTributaria: Text })

function categoryOf(text: string): 1 | 2 | null {
  return text === '1' ? 1 : text === '2' ? 2 : null
}

function joined(parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}
