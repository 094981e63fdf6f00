import { SII_NAMESPACE, XSI_NAMESPACE } from './canonical.ts'
import { RECEIPT_DECLARATION } from './grammar-cesion.ts'
import { signatureOf } from './sign.ts'
import { signed, signer } from './test-world.ts'
import { latin1Bytes } from './text.ts'

export const CEDED_AT = '2026-11-21T09:00:00'
const SCOPE = { '': SII_NAMESPACE, xsi: XSI_NAMESPACE }
const DECLARATIONS = `xmlns="${SII_NAMESPACE}" xmlns:xsi="${XSI_NAMESPACE}"`

/** The issuer of the test world, and two who buy its credits one after the other. */
export const HOLDERS = [
  { rut: '76192083-9', name: 'Ñandú &amp; Águila Ltda.' },
  { rut: '77000123-4', name: 'Factoring Sur S.A.' },
  { rut: '97004000-5', name: 'Banco del Norte' },
] as const

/** Each change is made before what it touches is signed. */
export interface CesionChanges {
  dte?: string
  receipt?: (body: string) => string
  cesion?: (body: string, index: number) => string
  cover?: (body: string) => string
}

/** The AEC of a factura ceded twice, with its receipt; nothing else is signed anew after a change. */
export function aecFile(changes: CesionChanges = {}): Uint8Array {
  const { dte = signed(), receipt = same, cesion = same, cover = same } = changes
  const ceded = signedPart(
    'DTECedido',
    'DocumentoDTECedido',
    'Cedido',
    [
      dte,
      signedPart('Recibo', 'DocumentoRecibo', 'Recibo1', receipt(RECEIPT)),
      `<TmstFirma>${CEDED_AT}</TmstFirma>`,
    ].join('\n'),
  )
  const chain = [0, 1].map((index) =>
    signedPart('Cesion', 'DocumentoCesion', `Cesion${index}`, cesion(cesionBody(index), index)),
  )
  const body = `${cover(COVER)}\n<Cesiones>\n${[ceded, ...chain].join('\n')}\n</Cesiones>`
  const documento = `<DocumentoAEC ID="AEC">\n${body}\n</DocumentoAEC>`
  return latin1Bytes(`<?xml version="1.0" encoding="ISO-8859-1"?>
<AEC ${DECLARATIONS} xsi:schemaLocation="${SII_NAMESPACE} AEC_v10.xsd" version="1.0">
${documento}
${signatureOf(documento, 'AEC', SCOPE, signer)}
</AEC>
`)
}

function same(body: string): string {
  return body
}

/** Each declares its namespaces itself, as a text of its own would. */
function signedPart(holder: string, name: string, id: string, body: string): string {
  const element = `<${name} ID="${id}">\n${body}\n</${name}>`
  const signature = signatureOf(element, id, SCOPE, signer)
  return `<${holder} ${DECLARATIONS} version="1.0">\n${element}\n${signature}\n</${holder}>`
}

const RECEIPT = `<TipoDoc>33</TipoDoc>
<Folio>205</Folio>
<FchEmis>2026-11-20</FchEmis>
<RUTEmisor>76192083-9</RUTEmisor>
<RUTRecep>96790240-3</RUTRecep>
<MntTotal>119000</MntTotal>
<Recinto>Oficina central</Recinto>
<RutFirma>12345678-5</RutFirma>
<Declaracion>${RECEIPT_DECLARATION}</Declaracion>
<TmstFirmaRecibo>2026-11-20T18:00:00</TmstFirmaRecibo>`

const COVER = `<Caratula version="1.0">
<RutCedente>${HOLDERS[1].rut}</RutCedente>
<RutCesionario>${HOLDERS[2].rut}</RutCesionario>
<TmstFirmaEnvio>${CEDED_AT}</TmstFirmaEnvio>
</Caratula>`

function cesionBody(index: number): string {
  const [from, to] = [HOLDERS[index] ?? HOLDERS[0], HOLDERS[index + 1] ?? HOLDERS[0]]
  return `<SeqCesion>${index + 1}</SeqCesion>
<IdDTE>
<TipoDTE>33</TipoDTE>
<RUTEmisor>76192083-9</RUTEmisor>
<RUTReceptor>96790240-3</RUTReceptor>
<Folio>205</Folio>
<FchEmis>2026-11-20</FchEmis>
<MntTotal>119000</MntTotal>
</IdDTE>
<Cedente>
<RUT>${from.rut}</RUT>
<RazonSocial>${from.name}</RazonSocial>
<Direccion>Av. Providencia 1234</Direccion>
<eMail>cobranza@ejemplo.cl</eMail>
<RUTAutorizado>
<RUT>12345678-5</RUT>
<Nombre>Ana Muñoz Peña</Nombre>
</RUTAutorizado>
</Cedente>
<Cesionario>
<RUT>${to.rut}</RUT>
<RazonSocial>${to.name}</RazonSocial>
<Direccion>Huérfanos 100</Direccion>
<eMail>cesiones@ejemplo.cl</eMail>
</Cesionario>
<MontoCesion>119000</MontoCesion>
<UltimoVencimiento>2026-12-20</UltimoVencimiento>
<TmstCesion>${CEDED_AT}</TmstCesion>`
}
