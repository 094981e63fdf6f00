import type { Mailbox } from './oauth-server.ts'
import type { Shape } from './shapes.ts'

/** One page for both questions: which mailbox, and what it may be used for. */
export function consentPage(options: {
  shape: Shape
  uid: string
  mailboxes: readonly Mailbox[]
  asked: readonly string[]
  hint: string | undefined
}): string {
  const { shape, uid, mailboxes, asked, hint } = options
  const accounts = mailboxes.map(({ email, name }, index) => {
    const checked = hint === undefined ? index === 0 : email === hint
    return `<label><input type="radio" name="account" value="${escape(email)}" ${checked ? 'checked' : ''} required> ${escape(name)} <small>${escape(email)}</small></label>`
  })
  const grants = shape.mailScopes
    .filter(({ scope }) => asked.includes(scope))
    .map(
      ({ scope, label }) =>
        `<label><input type="checkbox" name="scope" value="${escape(scope)}" checked> ${escape(label)}</label>`,
    )
  return `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shape.title} de demostración</title>
<style>${STYLE}</style>
</head>
<body>
<p role="note">Demostración: esto no es ${shape.title}, y ningún correo sale de tu computador.</p>
<main>
<h1>Elige una cuenta</h1>
<p>para continuar en <strong>Folio</strong></p>
<form method="post" action="/interaccion/${escape(uid)}">
<fieldset><legend>Cuenta</legend>${accounts.join('')}</fieldset>
<fieldset><legend>Folio podrá</legend>${grants.join('')}</fieldset>
<div><button name="answer" value="cancel" formnovalidate>Cancelar</button> <button class="main" name="answer" value="allow">Permitir</button></div>
</form>
</main>
</body>
</html>`
}

const STYLE = `
:root { color: #1f2523; background: #eef1f4; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 }
p[role=note] { margin: 0; padding: 10px 16px; background: #fdf3d7; color: #5c4400; text-align: center; font-size: 14px }
main { box-sizing: border-box; max-width: 420px; margin: 24px auto; padding: 28px; background: #fff; border: 1px solid #dde3e8; border-radius: 14px }
h1 { font-size: 24px; margin: 0 0 4px }
main > p { margin: 0 0 20px; color: #55605d }
fieldset { border: 0; padding: 0; margin: 0 0 18px }
legend { padding: 0; margin-bottom: 6px; font-size: 14px; color: #55605d }
label { display: block; padding: 10px 12px; border: 1px solid #dde3e8; border-radius: 9px; margin-bottom: 6px }
small { color: #55605d; display: block; margin-left: 26px }
div { display: flex; justify-content: flex-end; gap: 8px }
button { font: inherit; min-height: 44px; padding: 0 18px; border-radius: 9px; border: 1px solid #c7d0d6; background: #fff }
button.main { background: #1a56b8; border-color: #1a56b8; color: #fff }
`

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
