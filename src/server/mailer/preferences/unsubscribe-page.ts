import type { Language } from '#texts/language.ts'

/** One question or one answer; no script, nothing from elsewhere. */
export function unsubscribePage(says: {
  language: Language
  title: string
  lead: string
  /** Null: there is nothing to press. */
  button: string | null
  open: string
}): string {
  const { language, title, lead, button, open } = says
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="name">Folio</p>
<h1>${escape(title)}</h1>
${lead === '' ? '' : `<p>${escape(lead)}</p>`}
${button === null ? '' : `<form method="post"><button>${escape(button)}</button></form>`}
<p><a href="/mail-preferences">${escape(open)}</a></p>
</main>
</body>
</html>`
}

const STYLE = `
:root { color-scheme: light dark; color: #16211f; background: #f3f6f5; font: 16px/1.55 system-ui, sans-serif }
body { margin: 0; padding: 24px 16px }
main { box-sizing: border-box; max-width: 520px; margin: 8vh auto 0; padding: 32px 28px; background: #fff; border: 1px solid #dfe7e5; border-radius: 14px }
.name { margin: 0 0 16px; font-size: 21px; font-weight: 700; color: #105e58 }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 12px }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 22px; border: 0; border-radius: 9px; background: #105e58; color: #fff; cursor: pointer }
button:focus-visible, a:focus-visible { outline: 2px solid #105e58; outline-offset: 2px }
a { color: #105e58 }
@media (prefers-color-scheme: dark) {
  :root { color: #eef4f2; background: #0f1615 } main { background: #18211f; border-color: #2b3735 }
  .name, a { color: #6fc7bd } button { background: #6fc7bd; color: #0c1c1a }
}
`

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
