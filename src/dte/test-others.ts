import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { RUT_SII } from '#domain/rut.ts'
import { SII_NAMESPACE, XSI_NAMESPACE } from './canonical.ts'
import type { KnownTipoDte, TaxDocument } from './document.ts'
import { signatureOf, signDte } from './sign.ts'
import { stamp } from './stamp.ts'
import { cafOf, facturaOf, person, signer, STAMPED_AT, unsigned } from './test-world.ts'
import { escapeText, latin1Bytes } from './text.ts'

// What others issue and we only read and judge: boletas, facturas de compra, guías.

/** A signed 46 or 52 with the amounts of a factura. */
export function signedOther(tipoDte: 46 | 52, changes: Partial<TaxDocument> = {}): string {
  const document = { ...facturaOf(), ...changes, tipoDte }
  const text = unsigned()
    .replace('<TipoDTE>33<', `<TipoDTE>${tipoDte}<`)
    .replace(/<TED [^]*<\/TED>/, () => stamped(document))
  return signDte(text, { signer })
}

export interface BoletaChanges {
  indicator?: string
  totals?: string
  line?: string
}

/** A signed boleta: of a thing of 11.900 with its IVA within, or of the same without IVA. */
export function signedBoleta(tipoDte: 39 | 41, changes: BoletaChanges = {}): string {
  const base = facturaOf()
  const totals =
    changes.totals ??
    (tipoDte === 39
      ? '<MntNeto>10000</MntNeto>\n<IVA>1900</IVA>\n<MntTotal>11900</MntTotal>'
      : '<MntExe>11900</MntExe>\n<MntTotal>11900</MntTotal>')
  const line =
    changes.line ??
    `<NmbItem>Café & té</NmbItem>\n<QtyItem>2</QtyItem>\n<PrcItem>5950</PrcItem>\n<MontoItem>11900</MontoItem>`
  const document: TaxDocument = {
    ...base,
    tipoDte,
    folio: 205,
    recipient: { ...base.recipient, rut: RUT_SII, name: 'Cliente' },
    lines: base.lines.map((one) => ({ ...one, name: 'Café & té' })),
    totals: { ...base.totals, totalClp: clp(Number(/<MntTotal>(\d+)/.exec(totals)?.[1])) },
  }
  const text = `<DTE version="1.0">
<Documento ID="T${tipoDte}F205">
<Encabezado>
<IdDoc>
<TipoDTE>${tipoDte}</TipoDTE>
<Folio>205</Folio>
<FchEmis>${document.issueDate}</FchEmis>
<IndServicio>3</IndServicio>
${changes.indicator ?? ''}</IdDoc>
<Emisor>
<RUTEmisor>${document.issuer.rut}</RUTEmisor>
<RznSocEmisor>${escapeText(document.issuer.name)}</RznSocEmisor>
<GiroEmisor>Cafetería</GiroEmisor>
</Emisor>
<Receptor>
<RUTRecep>${RUT_SII}</RUTRecep>
<RznSocRecep>Cliente</RznSocRecep>
</Receptor>
<Totales>
${totals}
</Totales>
</Encabezado>
<Detalle>
<NroLinDet>1</NroLinDet>
${line.replace(' & ', ' &amp; ')}
</Detalle>
${stamped(document)}
<TmstFirma>${STAMPED_AT}</TmstFirma>
</Documento>
</DTE>`
  return signDte(text, { signer })
}

/** An EnvioBOLETA around signed boletas. */
export function boletaEnvelope(signed: readonly string[]): Uint8Array {
  const counts = [39, 41]
    .map((tipoDte) => [
      tipoDte,
      signed.filter((dte) => dte.includes(`<TipoDTE>${tipoDte}<`)).length,
    ])
    .filter(([, count]) => count !== 0)
    .map(
      ([tipoDte, count]) =>
        `<SubTotDTE><TpoDTE>${tipoDte}</TpoDTE><NroDTE>${count}</NroDTE></SubTotDTE>`,
    )
  const set = `<SetDTE ID="SetDoc">
<Caratula version="1.0">
<RutEmisor>${facturaOf().issuer.rut}</RutEmisor>
<RutEnvia>${person}</RutEnvia>
<RutReceptor>${RUT_SII}</RutReceptor>
<FchResol>${day(2014, 8, 22)}</FchResol>
<NroResol>80</NroResol>
<TmstFirmaEnv>${STAMPED_AT}</TmstFirmaEnv>
${counts.join('\n')}
</Caratula>
${signed.join('\n')}
</SetDTE>`
  const scope = { '': SII_NAMESPACE, xsi: XSI_NAMESPACE }
  return latin1Bytes(`<?xml version="1.0" encoding="ISO-8859-1"?>
<EnvioBOLETA xmlns="${SII_NAMESPACE}" xmlns:xsi="${XSI_NAMESPACE}" xsi:schemaLocation="${SII_NAMESPACE} EnvioBOLETA_v11.xsd" version="1.0">
${set}
${signatureOf(set, 'SetDoc', scope, signer)}
</EnvioBOLETA>
`)
}

const cafs = new Map<KnownTipoDte, ReturnType<typeof cafOf>>()

function stamped(document: TaxDocument): string {
  const { tipoDte } = document
  const caf = cafs.get(tipoDte) ?? cafOf({ tipoDte })
  cafs.set(tipoDte, caf)
  return stamp(document, caf, STAMPED_AT)
}
