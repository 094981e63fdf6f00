import type { Fault } from './world-trouble.ts'
import type { ScenarioName } from './world-trouble.ts'
import type { WorldBoleta } from './world-boletas.ts'
import { boletas } from './world-boletas.ts'
import type { WorldAddress, WorldReceiver } from './world-receivers.ts'
import { receivers } from './world-receivers.ts'
import type { WorldTrade } from './world-trade.ts'
import { trade, traders } from './world-trade.ts'

/**
 * The characters whom the simulators, the demonstration and the tests share. All of it is invented; the
 * patterned RUTs pass modulus 11, so that nothing has to be loosened to let them through.
 */
export interface World {
  people: WorldPerson[]
  companies: WorldCompany[]
  receivers: WorldReceiver[]
  facturas: WorldFactura[]
  /** Boletas, traders and trade may be left out where a story is about facturas alone. */
  boletas?: WorldBoleta[]
  /** Suppliers and fellow professionals: known to the SII, but nobody signs in as one of them. */
  traders?: WorldReceiver[]
  trade?: WorldTrade[]
  /** Receivers who react to what they get from this portal, some time after. Left out: nobody does by itself. */
  reactions?: WorldReaction[]
}

/** What one receiver does with each factura: an event of the SII's register of acceptance and claim. */
export interface WorldReaction {
  receiverRut: string
  code: 'ACD' | 'ERM' | 'RCD' | 'RFP' | 'RFT'
  afterMs: number
}

/** Somebody who signs in at the SII with RUT and clave. RUTs are written body-digit, without dots. */
export interface WorldPerson {
  key: string
  story: string
  rut: string
  /** 4–10 letters or digits, as the SII asks. */
  clave: string
  names: string
  fatherName: string
  motherName: string
  email: string
  phone: string
  addresses: WorldAddress[]
  activities: WorldActivity[]
  /** RUTs of the companies that enrolled the person in the invoicing portal. */
  companies: string[]
  /** Password of the certificate kept at the SII; null when none was uploaded. */
  certificatePassword: string | null
  scenarios: ScenarioName[]
  faults: Fault[]
}

export interface WorldCompany {
  key: string
  rut: string
  name: string
  giro: string
  email: string
  phone: string
  addresses: WorldAddress[]
  activities: WorldActivity[]
  /** Printed beside the stamp. */
  resolution: { number: number; date: string }
  siiOffice: string
}

export interface WorldActivity {
  code: string
  name: string
  /** 1 business income, 2 fees: only the second lets a person issue boletas de honorarios. */
  category: 1 | 2
}

/** A factura that exists before the story begins; its day lies that many months before the first start. */
export interface WorldFactura {
  issuerRut: string
  receiverRut: string
  sentByRut: string
  monthsAgo: number
  dayOfMonth: number
  lines: { name: string; description: string; quantity: number; unitClp: number }[]
}

const programming: WorldActivity = {
  code: '620100',
  name: 'ACTIVIDADES DE PROGRAMACION INFORMATICA',
  category: 1,
}
const consulting: WorldActivity = {
  code: '702000',
  name: 'ACTIVIDADES DE CONSULTORIA DE GESTION',
  category: 1,
}
const cleaning: WorldActivity = {
  code: '812100',
  name: 'LIMPIEZA GENERAL DE EDIFICIOS',
  category: 1,
}
const design: WorldActivity = {
  code: '741009',
  name: 'OTRAS ACTIVIDADES ESPECIALIZADAS DE DISEÑO',
  category: 2,
}
const employee: WorldActivity = {
  code: '829900',
  name: 'OTRAS ACTIVIDADES DE SERVICIOS DE APOYO',
  category: 2,
}

/** Number 0 is what documents without tax validity print: no real company has it. */
const demonstrationResolution = { number: 0, date: '2014-08-22' }

export const asesoriasPenaMunoz: WorldCompany = {
  key: 'pena-munoz',
  rut: '77070707-2',
  name: 'ASESORÍAS PEÑA & MUÑOZ SPA',
  giro: 'ASESORÍAS EN GESTIÓN Y CONTABILIDAD PARA PEQUEÑAS EMPRESAS',
  email: 'facturas@penamunoz.example',
  phone: '223456789',
  addresses: [
    {
      street: 'AV. PROVIDENCIA 1234 OF. 502',
      commune: 'PROVIDENCIA',
      city: '',
      branchCode: '77070701',
    },
  ],
  activities: [consulting],
  resolution: demonstrationResolution,
  siiOffice: 'SANTIAGO ORIENTE',
}

export const aseoDelSur: WorldCompany = {
  key: 'aseo-del-sur',
  rut: '77171717-9',
  name: 'SERVICIOS DE ASEO ÑANCUPIL DEL SUR LIMITADA',
  giro: 'ASEO INDUSTRIAL, JARDINES Y MANTENCIÓN',
  email: 'contacto@aseodelsur.example',
  phone: '452212345',
  addresses: [
    {
      street: 'CALLE MANUEL MONTT 850',
      commune: 'TEMUCO',
      city: 'TEMUCO',
      branchCode: '77171711',
    },
    {
      street: "PASAJE O'HIGGINS 12, VILLA LOS AVELLANOS",
      commune: 'PADRE LAS CASAS',
      city: '',
      branchCode: '77171712',
    },
  ],
  activities: [cleaning, consulting],
  resolution: demonstrationResolution,
  siiOffice: 'TEMUCO',
}

export const softwareAraucaria: WorldCompany = {
  key: 'araucaria',
  rut: '77272727-5',
  name: 'SOFTWARE ARAUCARIA E.I.R.L.',
  giro: 'DESARROLLO DE PROGRAMAS COMPUTACIONALES',
  email: 'hola@araucaria.example',
  phone: '452298765',
  addresses: [
    { street: 'AV. ALEMANIA 0671', commune: 'TEMUCO', city: 'TEMUCO', branchCode: '77272721' },
  ],
  activities: [programming],
  resolution: demonstrationResolution,
  siiOffice: 'TEMUCO',
}

function person(known: Partial<WorldPerson> & Pick<WorldPerson, 'key' | 'rut'>): WorldPerson {
  return {
    story: '',
    clave: 'demo1234',
    names: '',
    fatherName: '',
    motherName: '',
    email: `${known.key}@folio.example`,
    phone: '987654321',
    addresses: [{ street: 'LOS AROMOS 45', commune: 'ÑUÑOA', city: 'SANTIAGO', branchCode: '' }],
    activities: [employee],
    companies: [],
    certificatePassword: 'demo-cert-1',
    scenarios: [],
    faults: [],
    ...known,
  }
}

export const antonia = person({
  key: 'antonia',
  story: 'Diseñadora independiente: solo boletas de honorarios, ninguna empresa en el portal.',
  rut: '17171717-5',
  names: 'ANTONIA BELÉN',
  fatherName: 'RIQUELME',
  motherName: 'SOTO',
  addresses: [
    { street: 'AV. ITALIA 1290 DEPTO. 34', commune: 'ÑUÑOA', city: 'SANTIAGO', branchCode: '' },
  ],
  activities: [design],
  certificatePassword: null,
})

export const ana = person({
  key: 'ana',
  story: 'Una sola empresa pequeña; factura asesorías mensuales en UF.',
  rut: '15151515-0',
  names: 'ANA MARÍA',
  fatherName: 'MUÑOZ',
  motherName: 'PEÑA',
  companies: [asesoriasPenaMunoz.rut],
})

export const rodrigo = person({
  key: 'rodrigo',
  story: 'Dos empresas; la de aseo tiene dos direcciones y dos actividades.',
  rut: '13131313-6',
  clave: 'demo5678',
  names: 'RODRIGO ANDRÉS',
  fatherName: 'ÑANCUPIL',
  motherName: 'VERA',
  companies: [aseoDelSur.rut, softwareAraucaria.rut],
  certificatePassword: 'demo-cert-ñ2',
})

const peopleWithTrouble: WorldPerson[] = [
  person({
    key: 'camila',
    story: 'Comparte la empresa de Ana, pero no subió su certificado al SII.',
    rut: '16161616-8',
    names: 'CAMILA',
    fatherName: 'FUENTES',
    motherName: 'LAGOS',
    companies: [asesoriasPenaMunoz.rut],
    certificatePassword: null,
  }),
  person({
    key: 'tomas',
    story: 'El SII bloqueó su clave.',
    rut: '12121212-9',
    names: 'TOMÁS',
    fatherName: 'ARAYA',
    motherName: 'DÍAZ',
    scenarios: ['account-blocked'],
  }),
  person({
    key: 'ursula',
    story: 'Siempre tiene demasiadas sesiones abiertas.',
    rut: '14141414-3',
    names: 'ÚRSULA',
    fatherName: 'VIDAL',
    motherName: 'ROJAS',
    companies: [softwareAraucaria.rut],
    scenarios: ['too-many-sessions'],
  }),
  person({
    key: 'ignacio',
    story: 'Representa a otros: el SII le pregunta cómo desea ingresar.',
    rut: '18181818-2',
    names: 'IGNACIO',
    fatherName: 'CÁRDENAS',
    motherName: 'MARÍN',
    companies: [softwareAraucaria.rut],
    scenarios: ['interstitial-choose'],
  }),
  person({
    key: 'paula',
    story: 'La respuesta de su primer envío se pierde después de que el SII emitió.',
    rut: '19191919-K',
    names: 'PAULA',
    fatherName: 'SEPÚLVEDA',
    motherName: 'OYARZÚN',
    companies: [softwareAraucaria.rut],
    faults: [{ kind: 'drop-answer', cgi: 'mipeSendXML.cgi', times: 1 }],
  }),
]

function factura(
  issuer: WorldCompany,
  sentBy: WorldPerson,
  receiverRut: string,
  [monthsAgo, dayOfMonth]: [number, number],
  name: string,
  unitClp: number,
): WorldFactura {
  return {
    issuerRut: issuer.rut,
    receiverRut,
    sentByRut: sentBy.rut,
    monthsAgo,
    dayOfMonth,
    lines: [{ name, description: '', quantity: 1, unitClp }],
  }
}

export const world: World = {
  people: [antonia, ana, rodrigo, ...peopleWithTrouble],
  companies: [asesoriasPenaMunoz, aseoDelSur, softwareAraucaria],
  receivers,
  boletas,
  traders,
  trade,
  facturas: [
    factura(asesoriasPenaMunoz, ana, '90909090-3', [3, 5], 'Asesoría mensual', 612_000),
    factura(asesoriasPenaMunoz, ana, '90909090-3', [2, 5], 'Asesoría mensual', 614_500),
    factura(asesoriasPenaMunoz, ana, '90909090-3', [1, 5], 'Asesoría mensual', 616_200),
    factura(asesoriasPenaMunoz, ana, '92929292-8', [1, 12], 'Cierre contable', 450_000),
    factura(asesoriasPenaMunoz, ana, '96969696-7', [1, 20], 'Revisión de contratos', 180_000),
    factura(aseoDelSur, rodrigo, '91919191-0', [2, 28], 'Aseo de oficinas', 980_000),
    factura(aseoDelSur, rodrigo, '91919191-0', [1, 28], 'Aseo de oficinas', 980_000),
    factura(aseoDelSur, rodrigo, '94949494-2', [1, 15], 'Mantención de jardines', 350_000),
    factura(softwareAraucaria, rodrigo, '93939393-5', [1, 2], 'Licencia mensual', 90_000),
  ],
}
