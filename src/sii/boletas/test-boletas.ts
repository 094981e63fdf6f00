import { day, month } from '#domain/day.ts'
import type { BoletaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'

/** Pages of the boleta's steps, in our own words, shaped as sources describe them (portal 4). */
export const PERSON = rut('11111111-1')
export const RECIPIENT = rut('76192083-9')

export const startPage = `<html><head><title>Boleta de Honorarios</title></head><body>
<script>var xml_values = new Array(); xml_values['rut_autentificado'] = "11111111"; xml_values['dv_autentificado'] = "1";
function valida() { alert("Debe seleccionar"); alert("Otra cosa"); }</script>
<form name="formulario" method="post"><input type="hidden" name="paso" value="1">
<input type="radio" name="OptTipoRetencion" value="RETRECEPTOR"><input type="radio" name="OptTipoRetencion" value="RETCONTRIBUYENTE">
<input type="button" name="cmdContinuar" value="Continuar"></form></body></html>`

export const dataPage = `<html><body><script>var xml_values = new Array();
xml_values['razon_social'] = "ANA P&Eacute;REZ"; xml_values['glosa_actividad'] = 'DISE&Ntilde;O';
xml_values['comuna_ctr'] = "SANTIAGO"; xml_values['fono_ctr'] = ""; xml_values['dia_actual'] = "20";
xml_values['mes_actual'] = "11"; xml_values['anio_actual'] = "2026"; xml_values['CantidadDirecciones'] = "2";
xml_values['iddir1'] = "100000001"; xml_values['iddir2'] = "100000002"; xml_values['num_ult_boleta'] = "340";
xml_values['PorcentajeRetencion'] = "15.25"; xml_values['tiempo'] = "1763640000";</script>
<form name="formulario" method="post"><script>CampoOculto("tiempo", xml_values['tiempo']); CampoOculto("desc_prestacion_" + i, "");</script>
<input type="hidden" name="rut_arrastre" value="11111111"><input type="hidden" name="dv_arrastre" value="1">
<select name="cbo_dia_boleta"><option value="5">5<option value="20" selected>20</select>
<input name="desc_prestacion_1" maxlength="55"><input name="valor_prestacion_1">
<input type="button" name="cmdAceptar" value="Aceptar"></form>
<form name="hidden_formulario"><script>CampoOculto("x", "1")</script></form></body></html>`

export const confirmPage = `<html><body><script>var xml_values = new Array();
xml_values['Monto_Boleta'] = formatMiles("100000", "."); xml_values['Monto_Retencion'] = formatMiles("15250", ".");
xml_values['Monto_Liquido'] = formatMiles("84750", "."); xml_values['PorcentajeRetencion'] = "15,25";
xml_values['rut_arrastre'] = "11111111"; xml_values['dv_arrastre'] = "1";
xml_values['rut_destinatario'] = "76.192.083"; xml_values['dv_destinatario'] = "9";</script>
<form name="formulario" method="post"><script>CampoOculto("origen", "SEPTIMO"); CampoOculto("tiempo", "1763640000");</script>
<input type="hidden" name="OptTipoRetencion" value="RETRECEPTOR"><input type="hidden" name="cbo_dia_boleta" value="20">
<input type="hidden" name="txt_rut_destinatario" value="76192083"><input type="hidden" name="txt_dv_destinatario" value="9">
<input type="hidden" name="desc_prestacion_1" value="Dise&ntilde;o"><input type="hidden" name="valor_prestacion_1" value="100000">
<input type="button" name="cmdconfirmar" value="Emitir"></form></body></html>`

export const issuedPage = `<title>BOLETA DE HONORARIOS ELECTRONICA</title><script>var xml_values = new Array();
xml_values['folio'] = "341"; xml_values['cod_barras'] = '111111110003410A1B2C'; xml_values['Monto_Boleta'] = formatMiles("100000",".");
xml_values['Monto_Retencion'] = formatMiles("15250","."); xml_values['Monto_Liquido'] = formatMiles("84750",".");</script>
<form name="form1"><input type="hidden" name="txt_codigo_barra" value="111111110003410A1B2C"><iframe name="prueba"></iframe></form>`

/** A page of the monthly report; `total` null leaves it unsaid. */
export function reportPage(
  rows: readonly Readonly<Record<string, string>>[],
  { total = rows.length, month: number = '11', year = '2026' }: ReportFacts = {},
): string {
  const fields = rows.flatMap((row, index) =>
    Object.entries(row).map(([name, value]) => {
      const key = `arr_informe_mensual['${name}_${index + 1}']`
      const isAmount = /honorarios|retencion/.test(name)
      return isAmount ? `${key} = formatMiles("${value}");` : `${key} = "${value}";`
    }),
  )
  const count = total === null ? '' : `xml_values['total_boletas'] = "${total}";`
  return `<html><script>var xml_values = new Array(); ${count} xml_values['mes_consulta'] = "${number}";
xml_values['anio_consulta'] = "${year}"; var arr_informe_mensual = new Array(); ${fields.join('\n')}</script>
<form name="formulario"></form></html>`
}

interface ReportFacts {
  total?: number | null
  month?: string
  year?: string
}

export function issuedRow(folio: number, changes: Record<string, string> = {}) {
  return {
    nroboleta: String(folio),
    fecha_boleta: '20/11/2026',
    rutreceptor: '76192083',
    dvreceptor: '9',
    nombrereceptor: 'CLIENTE UNO SPA',
    totalhonorarios: '100.000',
    retencion_emisor: '0',
    retencion_receptor: '15.250',
    honorariosliquidos: '84.750',
    estado: 'N',
    fechaanulacion: '',
    codigobarras: `11111111000${folio}0A1B2C`,
    ...changes,
  }
}

export function boleta(changes: Partial<BoletaContent> = {}): BoletaContent {
  return {
    kind: 'boletaHonorarios',
    issueDate: day(2026, 11, 20),
    serviceMonth: month(2026, 11),
    issuer: { rut: PERSON, name: 'ANA PÉREZ', addressId: null },
    withholder: 'recipient',
    recipient: {
      rut: RECIPIENT,
      name: 'CLIENTE UNO SPA',
      address: {
        street: 'AV. PROVIDENCIA 1234',
        region: 13,
        communeCode: 15103,
        commune: 'PROVIDENCIA',
      },
    },
    lines: [{ description: 'Diseño', grossClp: clp(100_000) }],
    grossClp: clp(100_000),
    retentionClp: clp(15_250),
    liquidoClp: clp(84_750),
    ...changes,
  }
}
