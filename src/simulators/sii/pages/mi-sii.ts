import type { WorldPerson } from '../../world.ts'
import type { Answer } from '../http/answer.ts'
import { page } from '../http/answer.ts'
import { scenarioFor } from '../state/portal.ts'
import type { PersonVisit } from '../http/visit.ts'
import { changeClave } from './login.ts'

/** GET siihome.cgi: three JSON literals about the person who signed in, never about a company. */
export function miSii(visit: PersonVisit): Answer {
  const { person } = visit
  if (scenarioFor(visit.portal, 'interstitial-change-clave', person.rut)) return changeClave()
  return page(
    'Mi SII',
    '<div id="app"><h1>Mi SII</h1></div>',
    `var DatosCntrNow = ${literal(taxpayer(person))};
var DatosActeco = ${literal(person.activities.map(activity))};
var DatosCntrAler = ${literal({ alertas: [] })};
//alert("DatosCntrNow cargado");`,
  )
}

/** JSON with accents escaped, so that it means the same in every charset. */
function literal(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('</', '<\\/')
    .replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function taxpayer(person: WorldPerson): unknown {
  const [rut, dv] = person.rut.split('-')
  return {
    codigoError: 0,
    descripcionError: null,
    contribuyente: {
      rut,
      dv,
      nombres: person.names,
      apellidoPaterno: person.fatherName,
      apellidoMaterno: person.motherName,
      razonSocial: null,
      eMail: person.email,
      telefonoMovil: person.phone,
      tipoContribuyenteCodigo: '1',
      tipoContribuyenteDescripcion: 'PERSONA NATURAL',
      subtipoContribuyenteCodigo: '101',
      subtipoContribuyenteDescrip: 'PERSONA NATURAL CHILENA',
      personaEmpresa: 'PERSONA',
      glosaActividad: person.activities[0]?.name ?? null,
      fechaInicioActividades: '2008-05-26 00:00:00.0',
      fechaTerminoGiro: null,
      segmentoCodigo: 'MIPYME',
      segmentoDescripcion: 'Micro, pequeña o mediana empresa',
      unidadOperativaCodigo: '13',
      unidadOperativaDescripcion: 'SANTIAGO ORIENTE',
    },
    direcciones: person.addresses.map((address, at) => ({
      codigo: String(300_000_001 + at),
      tipoDomicilioCodigo: '1',
      tipoDomicilioDescripcion: 'DOMICILIO',
      calle: address.street,
      numero: null,
      bloque: null,
      departamento: null,
      villaPoblacion: null,
      ciudad: address.city || null,
      comunaCodigo: null,
      comunaDescripcion: address.commune,
      regionCodigo: null,
      regionDescripcion: null,
      telefono: person.phone,
      correo: person.email,
      mail: person.email,
    })),
    atributos: [
      {
        atrCodigo: 'FAEL',
        descAtrCodigo: 'Facturador electrónico',
        fechaInicio: '22-08-2014',
        fechaTermino: null,
        valor: null,
      },
    ],
    alertas: [],
  }
}

function activity(known: WorldPerson['activities'][number]): unknown {
  return {
    codigo: known.code,
    descripcion: known.name,
    categoriaTributaria: String(known.category),
    afectoIva: known.category === 1 ? 'S' : 'N',
    fechaInicio: '2008-05-26 00:00:00.0',
  }
}
