/** What a page answers. Texts become bytes at the very end, in the charset the variants ask for. */
export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: string | Uint8Array
}

/** Status 200 whatever happened, and always labelled ISO-8859-1: so do the SII's old pages. */
export function html(body: string, headers: Answer['headers'] = {}): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=ISO-8859-1', ...headers },
    body,
  }
}

export function page(title: string, body: string, script = ''): Answer {
  const scripts = script === '' ? '' : `<script language="JavaScript">\n${script}\n</script>\n`
  return html(
    `<HTML><HEAD><TITLE>${title}</TITLE>\n<META http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">\n${scripts}</HEAD>\n<body>\n${body}\n</body></HTML>`,
  )
}

export function json(value: unknown, contentType = 'application/json'): Answer {
  return { status: 200, headers: { 'content-type': contentType }, body: JSON.stringify(value) }
}

/** As the newer applications answer: UTF-8 whatever the old pages do. */
export function utf8Json(value: unknown, status = 200): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8' },
    body: Buffer.from(JSON.stringify(value), 'utf8'),
  }
}

export function pdf(bytes: Uint8Array, fileName: string): Answer {
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename=${fileName}`,
    },
    body: bytes,
  }
}

/** The portal's refusal of a form: an alert, then one step back. */
export function rejection(reason: string): Answer {
  return html(
    `<HTML><HEAD><TITLE>Redireccionando</TITLE><script>function redirec(){ alert('${inScript(reason)}\\n'); window.history.go(-1); }</script></HEAD><body onLoad="redirec()"></body></HTML>`,
  )
}

export function contributorError(text: string, code: string): Answer {
  return page(
    'Error al contribuyente',
    `<table><tr><td><b>Error al contribuyente</b><tr><td>${text}</td></tr>\n<tr><td>CODIGO: ${code}</td></tr></table>`,
  )
}

export function noCompanyChosen(): Answer {
  return contributorError(
    'Estimado contribuyente, usted no ha seleccionado una Empresa.',
    '02.35.209.-1.148.10',
  )
}

export function maintenance(): Answer {
  return page(
    'Servicio de Impuestos Internos',
    '<h1>Sitio en mantenci&oacute;n</h1><p>Estamos realizando trabajos de mantenimiento. Por favor intente m&aacute;s tarde.</p>',
  )
}

/** For attribute values, as the portal writes them: everything beyond ASCII as a numeric entity. */
export function inAttribute(text: string): string {
  return inText(text)
    .replaceAll('"', '&quot;')
    .replace(/[^\x20-\x7e\n\r\t]/gu, (character) => `&#${character.codePointAt(0)};`)
}

export function inText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${inAttribute(value)}">`
}

/** A JavaScript literal with entities, as the form's arrays carry their texts. */
export function inScript(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('</', '<\\/')
}
