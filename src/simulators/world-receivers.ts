export interface WorldAddress {
  street: string
  commune: string
  /** '' where the SII has none, which is usual. */
  city: string
  /** The SII's branch code; '' outside a company. */
  branchCode: string
}

export interface WorldReceiver {
  rut: string
  name: string
  giros: string[]
  addresses: WorldAddress[]
}

/** Whom the characters bill: each carries one trouble that a real client list has. */
export const receivers: WorldReceiver[] = [
  receiver('60803000-K', 'SERVICIO DE IMPUESTOS INTERNOS', 'GOBIERNO CENTRAL', [
    place('TEATINOS 120', 'SANTIAGO', 'SANTIAGO'),
  ]),
  receiver('90909090-3', 'COMERCIALIZADORA ÑUBLE & CÍA. LTDA.', 'VENTA AL POR MAYOR DE ALIMENTOS', [
    place('AV. LIBERTAD 455', 'CHILLÁN', 'CHILLÁN'),
  ]),
  receiver(
    '91919191-0',
    'INMOBILIARIA E INVERSIONES CORDILLERA DE LOS ANDES CENTRALES Y PATAGONIA AUSTRAL SOCIEDAD ANÓNIMA',
    'COMPRA, VENTA Y ARRIENDO DE INMUEBLES',
    [place('ISIDORA GOYENECHEA 3000 PISO 21', 'LAS CONDES', 'SANTIAGO')],
  ),
  // The usual case at the SII: an address without a city.
  receiver('92929292-8', 'PANADERÍA "LA ESPIGA" SPA', 'ELABORACIÓN DE PAN Y PASTELES', [
    place('CALLE ARTURO PRAT 77', 'VIÑA DEL MAR', ''),
  ]),
  {
    rut: '93939393-5',
    name: 'CLÍNICA DENTAL SONRISAS LIMITADA',
    giros: ['SERVICIOS ODONTOLÓGICOS', 'VENTA DE ARTÍCULOS DENTALES'],
    addresses: [
      place('AV. APOQUINDO 4501 OF. 1203', 'LAS CONDES', 'SANTIAGO'),
      place('1 NORTE 1145', 'TALCA', 'TALCA'),
      place("BARROS ARANA 980, LOCAL 'B'", 'CONCEPCIÓN', ''),
    ],
  },
  receiver('94949494-2', 'COLEGIO SAN NICOLÁS DE HÍJAR', 'ENSEÑANZA BÁSICA Y MEDIA', [
    place('PEDRO DE VALDIVIA 2020', 'PEÑALOLÉN', 'SANTIAGO'),
  ]),
  receiver(
    '95959595-K',
    'TRANSPORTES HERMANOS ÁÉÍÓÚ Y ÜRÑ S.A.',
    'TRANSPORTE DE CARGA POR CARRETERA',
    [place('PANAMERICANA NORTE KM 12,5 BODEGA 3', 'QUILICURA', 'SANTIAGO')],
  ),
  receiver('96969696-7', 'LÓPEZ <PARTNERS> ABOGADOS SPA', 'SERVICIOS JURÍDICOS', [
    place('HUÉRFANOS 1160 OF. 8', 'SANTIAGO', 'SANTIAGO'),
  ]),
  receiver('65656565-9', 'FUNDACIÓN NIÑEZ Y FUTURO', 'OTRAS ACTIVIDADES DE ASOCIACIONES', [
    place('AV. ESPAÑA 1680', 'VALPARAÍSO', 'VALPARAÍSO'),
  ]),
  // A person without activities: the SII knows a name and nothing else.
  { rut: '10101010-4', name: 'JOSÉ IGNACIO PÉREZ ÓRDENES', giros: [], addresses: [] },
]

function receiver(
  rut: string,
  name: string,
  giro: string,
  addresses: WorldAddress[],
): WorldReceiver {
  return { rut, name, giros: [giro], addresses }
}

function place(street: string, commune: string, city: string): WorldAddress {
  return { street, commune, city, branchCode: '' }
}
