/** How one provider's OAuth looks from outside: its paths, scopes and the bodies of its refusals. */
export interface Shape {
  name: 'google' | 'microsoft'
  title: string
  routes: { authorization: string; token: string; jwks: string; userinfo: string }
  discoveryPath: string
  /** Where one grant can be ended; null where there is no such place. */
  revocationPath: string | null
  scopes: string[]
  /** What is asked for beyond knowing who it is; a person may leave it unticked. */
  mailScopes: { scope: string; label: string }[]
  /** Whether the authorisation request asks for a token that lasts. */
  asksOffline(query: URLSearchParams): boolean
  rotates: boolean
  refusal(error: string, why: string): { status: number; body: unknown }
}

const STATUS: Record<string, number> = { invalid_client: 401, temporarily_unavailable: 503 }

export const google: Shape = {
  name: 'google',
  title: 'Google',
  routes: {
    authorization: '/o/oauth2/v2/auth',
    token: '/token',
    jwks: '/oauth2/v3/certs',
    userinfo: '/v1/userinfo',
  },
  discoveryPath: '/.well-known/openid-configuration',
  revocationPath: '/revoke',
  scopes: ['openid', 'email', 'profile'],
  mailScopes: [
    { scope: 'https://www.googleapis.com/auth/gmail.send', label: 'Enviar correos en tu nombre' },
    { scope: 'https://www.googleapis.com/auth/gmail.readonly', label: 'Leer tu correo' },
  ],
  // A refresh token comes only with consent given anew.
  asksOffline: (query) =>
    query.get('access_type') === 'offline' && (query.get('prompt') ?? '').includes('consent'),
  rotates: false,
  refusal: (error, why) => ({
    status: STATUS[error] ?? 400,
    body: { error, error_description: error === 'invalid_grant' ? why || 'Bad Request' : why },
  }),
}

/** entra-docs, reference of AADSTS codes. */
const AADSTS: Record<string, number> = {
  invalid_grant: 70008,
  invalid_client: 7000215,
  invalid_request: 900144,
  invalid_scope: 70011,
  temporarily_unavailable: 90033,
}

export const microsoft: Shape = {
  name: 'microsoft',
  title: 'Microsoft',
  routes: {
    authorization: '/common/oauth2/v2.0/authorize',
    token: '/common/oauth2/v2.0/token',
    jwks: '/common/discovery/v2.0/keys',
    userinfo: '/oidc/userinfo',
  },
  discoveryPath: '/common/v2.0/.well-known/openid-configuration',
  revocationPath: null,
  scopes: ['openid', 'email', 'profile'],
  mailScopes: [
    { scope: 'https://graph.microsoft.com/User.Read', label: 'Ver tu perfil' },
    { scope: 'https://graph.microsoft.com/Mail.Send', label: 'Enviar correos en tu nombre' },
    {
      scope: 'https://graph.microsoft.com/Mail.ReadBasic',
      label: 'Ver a quién y cuándo escribiste, sin el contenido',
    },
    { scope: 'https://graph.microsoft.com/Mail.ReadWrite', label: 'Leer y preparar correos' },
  ],
  asksOffline: (query) => (query.get('scope') ?? '').split(' ').includes('offline_access'),
  rotates: true,
  refusal: (error, why) => {
    const code = error === 'invalid_grant' && why === 'revoked' ? 50173 : (AADSTS[error] ?? 90014)
    return {
      status: STATUS[error] ?? 400,
      body: {
        error,
        error_description: `AADSTS${code}: ${why}\r\nTrace ID: 0\r\nCorrelation ID: 0`,
        error_codes: [code],
        timestamp: '2026-11-22 00:00:00Z',
        trace_id: '00000000-0000-0000-0000-000000000000',
        correlation_id: '00000000-0000-0000-0000-000000000000',
      },
    }
  },
}
