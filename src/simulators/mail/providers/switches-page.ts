import { page } from '../mailbox-page.ts'
import { troubles, type Trouble } from './troubles.ts'

/** What each provider does wrong at the moment, to be chosen. */
export function switchesPage(current: Record<'google' | 'microsoft', Trouble | null>): string {
  return page(
    'Fallas',
    `<p><a href="/">← Buzón</a></p>
<h1>Fallas de los proveedores</h1>
<form method="post" action="/proveedores">
${choice('google', 'Google', current.google)}
${choice('microsoft', 'Microsoft', current.microsoft)}
<p><button>Aplicar</button></p>
</form>`,
  )
}

function choice(name: string, title: string, current: Trouble | null): string {
  const options = [['', 'Ninguna'] as const, ...troubles.map((one) => [one, TEXTS[one]] as const)]
  const list = options.map(
    ([value, text]) =>
      `<option value="${value}" ${value === (current ?? '') ? 'selected' : ''}>${text}</option>`,
  )
  return `<p><label>${title} <select name="${name}">${list.join('')}</select></label></p>`
}

const TEXTS: Record<Trouble, string> = {
  grantRevoked: 'Permiso retirado',
  secretExpired: 'Nuestra clave del programa venció',
  tokensUnavailable: 'Permisos fuera de servicio',
  tokenExpired: 'Token vencido',
  programBlocked: 'Nuestro programa no está habilitado (solo Google)',
  scopeMissing: 'Falta el permiso de enviar',
  mailboxDisabled: 'Cuenta deshabilitada',
  rateLimited: 'Demasiado rápido',
  dailyLimit: 'Límite del día',
  unavailable: 'Fuera de servicio',
  recipientRefused: 'Destinatario rechazado',
  policyRefused: 'Prohibido por la organización',
  tooLarge: 'Demasiado grande',
  uploadBroken: 'Se corta al subir un archivo grande',
  lostBefore: 'Se corta antes de aceptar',
  lostAfter: 'Acepta y se corta',
  renamed: 'Acepta con otro Message-ID (solo Microsoft)',
  lostRenamed: 'Acepta con otro Message-ID y se corta (solo Microsoft)',
  comesBack: 'Lo acepta y después vuelve (solo Microsoft lo muestra)',
  nonsense: 'Respuesta sin sentido',
}
