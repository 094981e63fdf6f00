import type { DemoPayer } from './payer.ts'
import { ana, antonia, rodrigo, world, type World, type WorldPerson } from './world.ts'

/** What the demonstration gives a character before anybody looks, told as data. */
export interface DemoPerson {
  person: WorldPerson
  name: string
  story: string
  /** One list of rules per company, in the portal's order; whoever has none issues boletas as themselves. */
  companies: DemoRule[][]
}

export interface DemoRule {
  kind?: 'boletaHonorarios'
  name: string
  /** With a city, the client's address gets it; null leaves it missing, as the SII usually does. */
  clients: { rut: string; city: string | null; contact?: DemoContact }[]
  lines: { name: string; price: string; currency: 'CLP' | 'UF' }[]
  /** 'today': due on the day of the first start, so that it can be watched. */
  when: 'today' | 'FIRST_BUSINESS' | 'LAST_DAY' | 'LAST_BUSINESS'
}

/** Who gets a client's documents by mail; a rule whose clients all have one sends them by itself. */
export interface DemoContact {
  firstName: string
  lastName: string
  email: string
}

/** Known to whoever starts the demonstration: it opens nothing but invented data. */
export const DEMO_PASSWORD = 'Copihue-rojo-9'

const payroll = { name: 'Remuneraciones de 4 personas', price: '48000', currency: 'CLP' } as const

const MINUTE_MS = 60_000

/** Whose facturas are due on the first day: Ana's is accepted, and Rodrigo's claimed. */
export const demoWorld: World = {
  ...world,
  reactions: [
    { receiverRut: '90909090-3', code: 'ACD', afterMs: 3 * MINUTE_MS },
    { receiverRut: '94949494-2', code: 'RCD', afterMs: 5 * MINUTE_MS },
  ],
}

const paula = { firstName: 'Paula', lastName: 'Rojas', email: 'pagos@nuble.example' }
const hector = { firstName: 'Héctor', lastName: 'Leiva', email: 'finanzas@sonrisas.example' }
const marta = { firstName: 'Marta', lastName: 'Cofré', email: 'administracion@hijar.example' }

/** Pays Ana, so that her first document is issued, mailed and paid in the first two minutes. */
export const demoPayer: DemoPayer = {
  address: paula.email,
  rut: '90909090-3',
  name: 'Paula Rojas',
}

export const demoPeople: DemoPerson[] = [
  {
    person: ana,
    name: 'Ana',
    story: 'Una empresa pequeña que cobra asesorías en UF',
    companies: [
      [
        {
          name: 'Asesoría mensual',
          clients: [{ rut: '90909090-3', city: 'CHILLÁN', contact: paula }],
          lines: [{ name: 'Asesoría contable de {{mes}}', price: '12.5', currency: 'UF' }, payroll],
          when: 'today',
        },
        {
          name: 'Capacitación',
          clients: [{ rut: '93939393-5', city: 'SANTIAGO', contact: hector }],
          lines: [{ name: 'Taller de facturación, {{mes}}', price: '180000', currency: 'CLP' }],
          when: 'today',
        },
        {
          name: 'Cierre contable',
          clients: [{ rut: '92929292-8', city: null }],
          lines: [payroll],
          when: 'LAST_BUSINESS',
        },
      ],
    ],
  },
  {
    person: rodrigo,
    name: 'Rodrigo',
    story: 'Dos empresas y varios clientes',
    companies: [
      [
        {
          name: 'Aseo de torres',
          clients: [
            { rut: '91919191-0', city: 'SANTIAGO' },
            { rut: '94949494-2', city: 'SANTIAGO' },
          ],
          lines: [{ name: 'Aseo de oficinas, {{mes}}', price: '980000', currency: 'CLP' }],
          when: 'LAST_DAY',
        },
        {
          name: 'Jardines',
          clients: [{ rut: '94949494-2', city: 'SANTIAGO', contact: marta }],
          lines: [{ name: 'Mantención de jardines', price: '350000', currency: 'CLP' }],
          when: 'today',
        },
      ],
      [
        {
          name: 'Licencias',
          clients: [{ rut: '93939393-5', city: 'SANTIAGO' }],
          lines: [{ name: 'Licencia de {{mes}}', price: '2.3', currency: 'UF' }],
          when: 'FIRST_BUSINESS',
        },
      ],
    ],
  },
  {
    person: antonia,
    name: 'Antonia',
    story: 'Diseñadora independiente, sin empresa',
    companies: [
      [
        {
          kind: 'boletaHonorarios',
          name: 'Diseño mensual',
          clients: [{ rut: '93939393-5', city: null, contact: hector }],
          lines: [{ name: 'Diseño gráfico de {{mes}}', price: '640000', currency: 'CLP' }],
          when: 'today',
        },
        {
          kind: 'boletaHonorarios',
          name: 'Campañas',
          clients: [{ rut: '92929292-8', city: null }],
          lines: [{ name: 'Piezas de campaña, {{mes}}', price: '365000', currency: 'CLP' }],
          when: 'LAST_BUSINESS',
        },
      ],
    ],
  },
]
