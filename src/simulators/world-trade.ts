import type { WorldReceiver } from './world-receivers.ts'

/** What repeats between a company of the world and one other party, month by month. */
export interface WorldFlow {
  /** '' over the counter, where nobody is named. */
  partyRut: string
  /** 39 is the boleta electrónica of a shop, of which the register keeps only the month's sums. */
  tipoDte: 33 | 34 | 39
  text: string
  /** The day of the month's first document; the others follow over the month. */
  dayOfMonth: number
  documentsPerMonth: number
  /** Of one document in the first month (exento for a 34); it grows with the prices. */
  netoClp: number
  /** One document in so many is followed by a nota de crédito; 0 for none. */
  creditNoteEvery: number
  /** Other taxes by their code, as fuel carries two. */
  otherTaxes: { code: number; percent: number }[]
}

export interface WorldTrade {
  companyRut: string
  sales: WorldFlow[]
  purchases: WorldFlow[]
}

/** Who sells to the companies and, with boletas de honorarios, to the people: none of them signs in. */
export const traders: WorldReceiver[] = [
  trader('76262626-8', 'ENERGÍA AUSTRAL S.A.', 'DISTRIBUCIÓN DE ENERGÍA ELÉCTRICA', 'TEMUCO'),
  trader('76363636-4', 'TELECOMUNICACIONES ANDINAS S.A.', 'TELEFONÍA E INTERNET', 'SANTIAGO'),
  trader('76464646-0', 'PAPELERÍA EL ÑANDÚ LTDA.', 'VENTA DE ARTÍCULOS DE OFICINA', 'PROVIDENCIA'),
  trader('76565656-7', 'DISTRIBUIDORA QUÍMICA BÍO BÍO SPA', 'PRODUCTOS DE LIMPIEZA', 'CONCEPCIÓN'),
  trader('76868686-6', 'ESTACIÓN DE SERVICIO LOS COIGÜES LTDA.', 'VENTA DE COMBUSTIBLES', 'TEMUCO'),
  trader('76969696-2', 'NUBE DEL PACÍFICO CHILE SPA', 'SERVICIOS DE DATOS', 'LAS CONDES'),
  trader('78181818-6', 'INMOBILIARIA PLAZA MAYOR S.A.', 'ARRIENDO DE INMUEBLES', 'PROVIDENCIA'),
  trader(
    '78282828-2',
    'UNIFORMES Y CALZADO SUREÑO LTDA.',
    'CONFECCIÓN DE ROPA DE TRABAJO',
    'TEMUCO',
  ),
  trader('78383838-9', 'HOTEL Y CAFÉ "EL COPIHUE" LTDA.', 'ALOJAMIENTO Y CAFETERÍA', 'TEMUCO'),
  trader(
    '78484848-5',
    'AGRÍCOLA & FORESTAL PEÑUELAS LTDA.',
    'CULTIVOS Y PLANTACIONES',
    'LOS ÁNGELES',
  ),
  trader('11212121-8', 'MARCELA INÉS GODOY BÓRQUEZ', 'CONTADORA', 'ÑUÑOA'),
  trader('11313131-4', 'ÁLVARO JESÚS PINO HENRÍQUEZ', 'ABOGADO', 'TEMUCO'),
]

const [PENA_MUNOZ, ASEO, ARAUCARIA] = ['77070707-2', '77171717-9', '77272727-5']

export const trade: WorldTrade[] = [
  {
    companyRut: PENA_MUNOZ,
    sales: [
      flow('90909090-3', 33, 'Asesoría mensual', 5, 545_000, { creditNoteEvery: 6 }),
      flow('92929292-8', 33, 'Contabilidad mensual', 3, 210_000),
      flow('96969696-7', 33, 'Remuneraciones', 25, 165_000),
      flow('95959595-K', 33, 'Contabilidad y remuneraciones', 10, 320_000, { creditNoteEvery: 8 }),
      flow('78484848-5', 33, 'Control de gestión', 15, 410_000),
      flow('65656565-9', 34, 'Capacitación', 18, 280_000),
    ],
    purchases: [
      flow('78181818-6', 34, 'Arriendo de oficina 502', 2, 620_000),
      flow('76363636-4', 33, 'Internet y telefonía', 8, 58_900),
      flow('76464646-0', 33, 'Artículos de oficina', 11, 34_500, {
        documentsPerMonth: 2,
        creditNoteEvery: 9,
      }),
      flow('76969696-2', 33, 'Servicios de datos', 1, 41_200),
    ],
  },
  {
    companyRut: ASEO,
    sales: [
      flow('91919191-0', 33, 'Aseo de oficinas', 28, 910_000, { creditNoteEvery: 7 }),
      flow('94949494-2', 33, 'Mantención de jardines', 15, 318_000),
      flow('90909090-3', 33, 'Aseo de bodegas', 20, 455_000, { documentsPerMonth: 2 }),
      flow('93939393-5', 33, 'Aseo clínico', 6, 540_000, { creditNoteEvery: 6 }),
      flow('78383838-9', 33, 'Lavado de alfombras', 22, 130_000, { documentsPerMonth: 3 }),
      flow('', 39, 'Venta de artículos de aseo', 1, 7_900, { documentsPerMonth: 180 }),
    ],
    purchases: [
      flow('76565656-7', 33, 'Productos de limpieza', 4, 265_000, {
        documentsPerMonth: 4,
        creditNoteEvery: 11,
      }),
      flow('76868686-6', 33, 'Petróleo diésel', 7, 96_000, {
        documentsPerMonth: 4,
        otherTaxes: [
          { code: 28, percent: 9 },
          { code: 35, percent: 2 },
        ],
      }),
      flow('78282828-2', 33, 'Uniformes', 13, 148_000),
      flow('76262626-8', 33, 'Energía eléctrica', 19, 72_400),
      flow('78181818-6', 34, 'Arriendo de bodega', 2, 480_000),
    ],
  },
  {
    companyRut: ARAUCARIA,
    sales: [
      flow('93939393-5', 33, 'Licencia mensual', 2, 82_000),
      flow('94949494-2', 33, 'Licencia y soporte', 2, 145_000),
      flow('78484848-5', 33, 'Desarrollo a medida', 27, 980_000, { creditNoteEvery: 5 }),
      flow('65656565-9', 34, 'Capacitación en línea', 12, 190_000),
    ],
    purchases: [
      flow('76969696-2', 33, 'Servicios de datos', 1, 236_000, { documentsPerMonth: 2 }),
      flow('76363636-4', 33, 'Internet', 8, 42_000),
      flow('78383838-9', 33, 'Alojamiento', 16, 88_000, { creditNoteEvery: 15 }),
    ],
  },
]

function flow(
  partyRut: string,
  tipoDte: WorldFlow['tipoDte'],
  text: string,
  dayOfMonth: number,
  netoClp: number,
  more: Partial<WorldFlow> = {},
): WorldFlow {
  return {
    partyRut,
    tipoDte,
    text,
    dayOfMonth,
    netoClp,
    documentsPerMonth: 1,
    creditNoteEvery: 0,
    otherTaxes: [],
    ...more,
  }
}

function trader(rut: string, name: string, giro: string, commune: string): WorldReceiver {
  const address = { street: 'CALLE LOS MAÑÍOS 1500', commune, city: '', branchCode: '' }
  return { rut, name, giros: [giro], addresses: [address] }
}
