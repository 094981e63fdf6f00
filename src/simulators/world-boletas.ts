/** A boleta de honorarios from before the story begins. */
export interface WorldBoleta {
  issuerRut: string
  receiverRut: string
  monthsAgo: number
  dayOfMonth: number
  text: string
  /** Gross: the retention is part of it. */
  grossClp: number
  withholder: 'recipient' | 'issuer'
  /** Why it was annulled: 1 not paid, 2 service not given, 3 typing error; null when it stands. */
  annulledFor: 1 | 2 | 3 | null
}

const ANTONIA = '17171717-5'
const ANA = '15151515-0'
const RODRIGO = '13131313-6'
const ACCOUNTANT = '11212121-8'
const LAWYER = '11313131-4'

/** What Antonia issued, what others issued to Ana and Rodrigo. Oldest first, as folios count. */
export const boletas: WorldBoleta[] = [
  boleta(ANTONIA, '77070707-2', [7, 14], 'Diseño de logotipo', 420_000),
  boleta(ANTONIA, '93939393-5', [6, 9], 'Folleto de tratamientos', 280_000),
  boleta(ANTONIA, '77070707-2', [5, 14], 'Diseño de informe anual', 550_000),
  boleta(ANTONIA, '10101010-4', [5, 21], 'Invitaciones de matrimonio', 120_000, 'issuer'),
  boleta(ANTONIA, '92929292-8', [4, 6], 'Envases y etiquetas', 365_000),
  { ...boleta(ANTONIA, '92929292-8', [4, 7], 'Envases y etiqetas', 365_000), annulledFor: 3 },
  boleta(ANTONIA, '93939393-5', [3, 9], 'Campaña de invierno', 610_000),
  boleta(ANTONIA, ANA, [2, 17], 'Tarjetas de presentación', 75_000, 'issuer'),
  boleta(ANTONIA, '77070707-2', [2, 24], 'Presentación comercial', 340_000),
  boleta(ANTONIA, '93939393-5', [1, 9], 'Sitio web, primera etapa', 900_000),
  { ...boleta(ANTONIA, '65656565-9', [1, 15], 'Afiche de aniversario', 180_000), annulledFor: 2 },
  boleta(ACCOUNTANT, ANA, [3, 4], 'Declaración de renta', 90_000, 'issuer'),
  boleta(ACCOUNTANT, ANA, [1, 4], 'Asesoría tributaria personal', 60_000, 'issuer'),
  boleta(LAWYER, RODRIGO, [2, 11], 'Escritura de compraventa', 250_000, 'issuer'),
  boleta(LAWYER, RODRIGO, [1, 11], 'Constitución de sociedad', 310_000, 'issuer'),
]

function boleta(
  issuerRut: string,
  receiverRut: string,
  [monthsAgo, dayOfMonth]: [number, number],
  text: string,
  grossClp: number,
  withholder: WorldBoleta['withholder'] = 'recipient',
): WorldBoleta {
  return {
    issuerRut,
    receiverRut,
    monthsAgo,
    dayOfMonth,
    text,
    grossClp,
    withholder,
    annulledFor: null,
  }
}
